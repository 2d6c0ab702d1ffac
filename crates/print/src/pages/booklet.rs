//! Sheets: one leaf on each, or two beside each other so that a pile of them folds to a booklet.

use super::leaf::{Folio, Leaf};
use super::paper::{Extent, Paper};

/// One side of a sheet of paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// How large it is.
    pub extent: Extent,
    /// Which leaves are on it, and how far each is moved to the right and down.
    pub leaves: Vec<(usize, f32, f32)>,
}

impl Sheet {
    /// Every leaf on a sheet of its own size.
    pub fn single(folio: &Folio) -> Vec<Sheet> {
        let sheet =
            |(index, leaf): (usize, &Leaf)| Sheet { extent: leaf.extent, leaves: vec![(index, 0.0, 0.0)] };
        folio.leaves.iter().enumerate().map(sheet).collect()
    }

    /// Two leaves on each side of a sheet, in the order of a booklet that is folded and
    /// stapled in the middle; printed on both sides and turned over the short edge.
    ///
    /// Blank leaves are added at the end until their number is a multiple of four.
    pub fn booklet(folio: &mut Folio, paper: Paper) -> Vec<Sheet> {
        let upright = paper.extent();
        let extent = Extent { width: upright.height, height: upright.width };
        let leaf = folio.leaves.first().map_or(Paper::A5.extent(), |leaf| leaf.extent);
        while !folio.leaves.len().is_multiple_of(4) {
            folio.leaves.push(Leaf::new(leaf));
        }
        let half = extent.width / 2.0;
        let (right, down) = ((half - leaf.width) / 2.0, (extent.height - leaf.height) / 2.0);
        let side = |(one, other): (usize, usize)| Sheet {
            extent,
            leaves: vec![(one, right, down), (other, half + right, down)],
        };
        fold_order(folio.leaves.len()).into_iter().map(side).collect()
    }

    /// The size of half a sheet, which is the page of a booklet.
    pub fn half(paper: Paper) -> Extent {
        let upright = paper.extent();
        Extent { width: upright.height / 2.0, height: upright.width }
    }
}

/// Which two pages lie beside each other on each side, from the outermost sheet to the middle.
fn fold_order(pages: usize) -> Vec<(usize, usize)> {
    (0..pages / 2)
        .map(|side| if side.is_multiple_of(2) { (pages - 1 - side, side) } else { (side, pages - 1 - side) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_pages_fold_to_a_booklet() {
        assert_eq!(fold_order(8), [(7, 0), (1, 6), (5, 2), (3, 4)]);
        assert_eq!(fold_order(4), [(3, 0), (1, 2)]);
    }
}
