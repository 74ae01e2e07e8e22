"""soft_links of knowledge trees: a reader, rules, a builder."""
