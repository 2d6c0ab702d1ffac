//! A short list that needs no allocation.

/// No turn has more of anything: a color has fifteen pieces beside its king.
pub const MOST: usize = 15;

/// At most [`MOST`] items, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few<T> {
    items: [Option<T>; MOST],
    count: u8,
}

impl<T: Copy> Few<T> {
    pub const NONE: Few<T> = Few { items: [None; MOST], count: 0 };

    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn first(&self) -> Option<T> {
        self.items[0]
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items.iter().map_while(|item| *item)
    }

    /// Adds an item at the end.
    ///
    /// # Panics
    ///
    /// Panics when the list is full.
    pub fn push(&mut self, item: T) {
        assert!(self.len() < MOST, "no turn has more of anything than a color has pieces");
        self.items[self.len()] = Some(item);
        self.count += 1;
    }

    /// The same list with one more item.
    pub fn and(mut self, item: T) -> Few<T> {
        self.push(item);
        self
    }

    /// Takes the first item away.
    pub fn take_first(&mut self) -> Option<T> {
        let first = self.items[0].take()?;
        self.items.rotate_left(1);
        self.count -= 1;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_out_as_they_went_in() {
        let mut few = Few::NONE.and(1).and(2).and(3);
        assert_eq!((few.first(), few.len()), (Some(1), 3));
        assert_eq!(few.take_first(), Some(1));
        assert_eq!(few.iter().collect::<Vec<_>>(), [2, 3]);
        assert_eq!(few, Few::NONE.and(2).and(3));
        assert_eq!([few.take_first(), few.take_first(), few.take_first()], [Some(2), Some(3), None]);
        assert!(few.is_empty());
    }
}
