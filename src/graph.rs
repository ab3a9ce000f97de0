//! Orders of dependence, for declarations that mention each other.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// Items that depend on each other in a circle, or one item on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The items, in ascending order.
    pub items: Vec<usize>,
    /// Whether they depend on themselves.
    pub is_cycle: bool,
}

/// Groups the items `0..count` so that each group comes after all it depends on. `edges` lead from an item to what
/// it needs.
pub fn by_dependence(count: usize, edges: &[(usize, usize)]) -> Vec<Group> {
    let mut graph = DiGraph::<(), ()>::with_capacity(count, edges.len());
    let nodes: Vec<_> = (0..count).map(|_| graph.add_node(())).collect();
    for (from, to) in edges {
        if let (Some(from), Some(to)) = (nodes.get(*from), nodes.get(*to)) {
            graph.add_edge(*from, *to, ());
        }
    }
    let group = |component: Vec<petgraph::graph::NodeIndex>| {
        let mut items: Vec<usize> = component.iter().map(|node| node.index()).collect();
        items.sort_unstable();
        let is_cycle = items.len() > 1 || component.iter().any(|node| graph.contains_edge(*node, *node));
        Group { items, is_cycle }
    };
    kosaraju_scc(&graph).into_iter().map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_comes_first_and_circles_are_found() {
        let groups = by_dependence(4, &[(0, 1), (1, 2), (2, 1), (3, 3)]);
        let position = |item: usize| groups.iter().position(|group| group.items.contains(&item));
        assert!(position(1) < position(0));
        assert!(groups.contains(&Group { items: vec![1, 2], is_cycle: true }));
        assert!(groups.contains(&Group { items: vec![3], is_cycle: true }));
        assert!(groups.contains(&Group { items: vec![0], is_cycle: false }));
    }
}
