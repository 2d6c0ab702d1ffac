//! Draws diagrams from files to PNG: `draw THEME WIDTH FOLDER FILE…`.

use kit_play::diagram::Diagram;
use kit_print::{Theme, diagram, output};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let theme = Theme::named(&arguments[0]).expect("a theme");
    for file in &arguments[3..] {
        let text = std::fs::read_to_string(file).expect("a file");
        let picture = diagram(&text.parse::<Diagram>().expect("a diagram"), &theme);
        let name = file.replace("fixtures/", "").replace(['/'], "-").replace(".txt", "");
        let png = output::png(&picture, arguments[1].parse().expect("a width")).expect("a picture");
        std::fs::write(format!("{}/{name}.png", arguments[2]), png).expect("room for a picture");
    }
}
