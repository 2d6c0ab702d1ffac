//! Sheets: one leaf on each, or two beside each other so that a pile of them folds to a booklet.

use super::leaf::{Folio, Leaf};
use super::paper::{Extent, Paper};

/// How many sheets can be folded and stapled together.
const MOST_FOLDED: usize = 10;

/// One side of a sheet of paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// How large it is.
    pub extent: Extent,
    /// Which leaves are on it, in the order in which they are read.
    pub leaves: Vec<LeafPlace>,
}

/// Where a leaf lies on a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafPlace {
    /// Which leaf.
    pub leaf: usize,
    /// How far its left edge is from that of the sheet.
    pub right: f32,
    /// How far its upper edge is from that of the sheet.
    pub down: f32,
    /// Whether it is turned round, so that its upper edge is below.
    pub is_turned: bool,
}

impl Sheet {
    /// Every leaf on a sheet of its own size.
    pub fn single(folio: &Folio) -> Vec<Sheet> {
        let sheet = |(index, leaf): (usize, &Leaf)| {
            let place = LeafPlace { leaf: index, right: 0.0, down: 0.0, is_turned: false };
            Sheet { extent: leaf.extent, leaves: vec![place] }
        };
        folio.leaves.iter().enumerate().map(sheet).collect()
    }

    /// Two leaves on each side of a sheet, in the order of signatures that are folded and stapled in
    /// the middle, at most ten sheets each; printed on both sides and turned over the short edge.
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
        let place = |leaf: usize, right: f32| LeafPlace { leaf, right, down, is_turned: false };
        let side = |(one, other): (usize, usize)| Sheet {
            extent,
            leaves: vec![place(one, right), place(other, half + right)],
        };
        let mut first = 0;
        let mut sheets = Vec::new();
        for count in signatures(folio.leaves.len() / 4) {
            let pages = fold_order(4 * count).into_iter().map(|(one, other)| (first + one, first + other));
            sheets.extend(pages.map(side));
            first += 4 * count;
        }
        sheets
    }

    /// The size of half a sheet, which is the page of a booklet.
    pub fn half(paper: Paper) -> Extent {
        let upright = paper.extent();
        Extent { width: upright.height / 2.0, height: upright.width }
    }
}

/// How many sheets each signature has: as few signatures as can be stapled, of about the same size.
pub fn signatures(sheets: usize) -> Vec<usize> {
    let count = sheets.div_ceil(MOST_FOLDED);
    (0..count).map(|number| sheets / count + usize::from(number < sheets % count)).collect()
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
    fn no_signature_is_too_thick_to_be_stapled() {
        assert_eq!(signatures(28), [10, 9, 9]);
        assert_eq!(signatures(10), [10]);
        assert_eq!(signatures(11), [6, 5]);
        assert!(signatures(0).is_empty());
    }

    #[test]
    fn eight_pages_fold_to_a_booklet() {
        assert_eq!(fold_order(8), [(7, 0), (1, 6), (5, 2), (3, 4)]);
        assert_eq!(fold_order(4), [(3, 0), (1, 2)]);
    }
}
