"""Pages people and agents write: paths, frontmatter, links, rendering, merging. Pure, like the rest of the engine."""
