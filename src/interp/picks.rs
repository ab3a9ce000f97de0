//! Which of its possible values each open place takes, one combination after the other.

use rustc_hash::FxHashMap;

/// How far each place is moved by itself before several are moved together.
const SWEEP: usize = 64;
/// How many combinations that are known to lead nowhere are passed over.
const MAX_PASSED_OVER: usize = 200_000;

/// An open place that ran out of values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exhausted {
    pub(crate) place: usize,
    /// How many values it has beside what was chosen before it.
    pub(crate) here: usize,
    /// How many it may have beside other choices.
    pub(crate) anywhere: usize,
}

/// Combinations of positions: first all at the beginning; then one place at a time further and further, from the
/// combination that got furthest so far; then all others, in the order of their sum.
#[derive(Debug, Default)]
pub(crate) struct Picks {
    current: Vec<usize>,
    /// How many values each place has, as far as they ran out.
    bounds: Vec<Option<usize>>,
    /// The same for the place after some choices.
    after: FxHashMap<Vec<usize>, usize>,
    passed_over: usize,
    /// The combination that got furthest, and how far.
    base: Vec<usize>,
    furthest: Option<usize>,
    /// What is added to it.
    moves: Vec<usize>,
    /// How far the one place is moved, and which one it is.
    alone: (usize, usize),
    sum: usize,
}

impl Picks {
    /// Whether combinations were left out because there were too many.
    pub(crate) fn gave_up(&self) -> bool {
        self.passed_over > MAX_PASSED_OVER
    }

    pub(crate) fn current(&self) -> &[usize] {
        &self.current
    }

    /// The next combination, after one that met so many places, got so far, and may have run out of values for a
    /// place; none where all were tried.
    pub(crate) fn advance(&mut self, places: usize, far: usize, exhausted: Option<Exhausted>) -> bool {
        // An attempt that failed early did not come to all places.
        let places = places.max(self.current.len());
        if places == 0 {
            return false;
        }
        self.current.resize(places, 0);
        self.bounds.resize(places, None);
        self.moves.resize(places, 0);
        self.base.resize(places, 0);
        if let Some(Exhausted { place, here, anywhere }) = exhausted {
            let known = self.bounds[place].unwrap_or(0);
            self.bounds[place] = Some(known.max(anywhere));
            self.after.insert(self.current[..place].to_vec(), here);
        }
        self.start_from_furthest(far);
        while self.next_moves() {
            self.current = self.base.iter().zip(&self.moves).map(|(base, more)| base + more).collect();
            if self.is_possible() {
                return true;
            }
            self.passed_over += 1;
            if self.passed_over > MAX_PASSED_OVER {
                return false;
            }
        }
        false
    }

    fn start_from_furthest(&mut self, far: usize) {
        if self.is_sweeping() && self.furthest.is_none_or(|furthest| furthest < far) {
            self.furthest = Some(far);
            self.base.clone_from(&self.current);
            self.alone = (0, 0);
        }
    }

    fn is_sweeping(&self) -> bool {
        self.alone.0 <= SWEEP
    }

    fn next_moves(&mut self) -> bool {
        if self.is_sweeping() && self.next_alone() {
            return true;
        }
        if self.next_of_same_sum() {
            return true;
        }
        self.sum += 1;
        self.moves.fill(0);
        self.moves[0] = self.sum;
        !self.is_beyond_all()
    }

    /// The next place as far as the one before it, or the first one a step further. After the last step all places are
    /// at the beginning again.
    fn next_alone(&mut self) -> bool {
        let (far, at) = self.alone;
        self.alone = if far > 0 && at + 1 < self.moves.len() { (far, at + 1) } else { (far + 1, 0) };
        self.moves.fill(0);
        if !self.is_sweeping() {
            self.base.fill(0);
            return false;
        }
        self.moves[self.alone.1] = self.alone.0;
        true
    }

    /// Whether the sum is larger than any combination can have.
    fn is_beyond_all(&self) -> bool {
        let last: Option<usize> = self.bounds.iter().map(|bound| bound.map(|count| count.saturating_sub(1))).sum();
        last.is_some_and(|last| self.sum > last)
    }

    fn is_possible(&self) -> bool {
        let within = |(at, bound): (&usize, &Option<usize>)| bound.is_none_or(|count| *at < count.max(1));
        self.current.iter().zip(&self.bounds).all(within) && !self.is_known_to_fail()
    }

    /// Whether a place comes after the same choices as before and wants a value that it did not have then.
    fn is_known_to_fail(&self) -> bool {
        let fails =
            |place: usize| self.after.get(&self.current[..place]).is_some_and(|count| self.current[place] >= *count);
        (0..self.current.len()).any(fails)
    }

    /// Moves one unit to the right, and all that was beyond it to its side.
    fn next_of_same_sum(&mut self) -> bool {
        let Some(last) = self.moves.len().checked_sub(1) else { return false };
        let Some(at) = (0..last).rev().find(|at| self.moves[*at] > 0) else { return false };
        let beyond = std::mem::take(&mut self.moves[last]);
        self.moves[at] -= 1;
        self.moves[at + 1] = beyond + 1;
        true
    }
}
