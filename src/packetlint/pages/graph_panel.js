/* The words beside the drawing: what was found, or one file with its links, or what needs a look. */

const MOST_LISTED = 200;
const MOST_LINKED = 20;

class Panel {
  /** `choose(node)` is called for a click on a file; `state` is that of the view. */
  constructor(element, graph, state, choose) {
    Object.assign(this, { element, graph, state, choose });
  }

  refresh() {
    const { chosen, hits } = this.state, hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren(...(chosen !== null ? this.node(chosen) : hits ? this.found(hits) : this.start()));
    if (hadFocus) this.element.querySelector("button")?.focus();
  }

  /** Bring the beginning into sight. */
  show() {
    const { top } = this.element.getBoundingClientRect();
    if (top < 0 || top > innerHeight - 150) this.element.scrollIntoView();
  }

  /** List what was searched for. */
  found(hits) {
    return [make("h3", {}, hits.size ? counted(hits.size, "match").replace(/matchs$/, "matches") : "Nothing is called like that"), this.list([...hits])];
  }

  /** List the files with links that need a look, those with most first. */
  start() {
    const faults = this.graph.nodes.map((_, node) => this.faults(node));
    const files = faults.map((_, node) => node).filter((node) => faults[node].length);
    files.sort((one, other) => faults[other].length - faults[one].length || one - other);
    const advice = "Click a file, here or in the drawing, to see its links and who links to it.";
    if (!this.graph.edges.length) return [make("p", { class: "quiet" }, "There is no link.")];
    if (!files.length) return [make("p", { class: "quiet" }, `No link is broken, stale or cyclic. ${advice}`), make("h3", {}, "Most linked"), this.list(this.mostLinked())];
    return [make("p", { class: "quiet" }, advice), make("h3", {}, `${counted(files.length, "file")} with links that need a look`), this.list(files, faults)];
  }

  mostLinked() {
    const linked = this.graph.byWeight.filter((node) => this.graph.in[node].length);
    return linked.sort((one, other) => this.graph.in[other].length - this.graph.in[one].length || one - other).slice(0, MOST_LINKED);
  }

  /** Give the links that a file itself has and that are broken, stale, cyclic or to itself. */
  faults(node) {
    return this.graph.out[node].filter((edge) => edge.mark !== "sound" && edge.mark !== "outside");
  }

  list(nodes, faults = null) {
    const items = nodes.slice(0, MOST_LISTED).map((node) => make("li", {}, this.go(node), ...(faults ? this.tally(faults[node]) : this.about(node))));
    if (nodes.length > MOST_LISTED) items.push(make("li", { class: "quiet" }, `and ${nodes.length - MOST_LISTED} more: search for a part of the path`));
    return make("ul", {}, ...items);
  }

  tally(edges) {
    return this.graph.marks.flatMap((mark) => {
      const number = edges.filter((edge) => edge.mark === mark).length;
      return number ? [make("span", { class: `mark ${mark}` }, `${number} ${mark}`)] : [];
    });
  }

  about(node) {
    const { kind } = this.graph.nodes[node];
    const words = kind === FILE ? `${this.graph.out[node].length} out, ${this.graph.in[node].length} in` : kind === MISSING ? "leads to nothing" : "outside of this repository";
    return [make("span", { class: "quiet" }, words)];
  }

  go(node) {
    const { name, kind } = this.graph.nodes[node], cut = kind === FILE ? name.lastIndexOf("/") + 1 : 0;
    const button = make("button", { type: "button", class: "go" }, make("span", { class: "quiet" }, name.slice(0, cut)), name.slice(cut));
    button.addEventListener("click", () => this.choose(node));
    return button;
  }

  /** Show one node: its links, and who links to it. */
  node(node) {
    const { name, kind, root, distance } = this.graph.nodes[node];
    const close = make("button", { type: "button", class: "close", "aria-label": "Back to the list", title: "Back to the list (Esc)" }, "\u00d7");
    close.addEventListener("click", () => this.choose(null));
    const facts = kind === FILE ? [root ? `in the tree ${root}` : "in no tree"] : this.about(node).map((element) => element.textContent);
    if (distance !== null) facts.push(distance ? `${counted(distance, "link")} away from what was asked for` : "what was asked for");
    const parts = [make("div", { class: "top" }, make("h2", {}, name), close), make("p", { class: "quiet" }, facts.join(", "))];
    if (kind === FILE) parts.push(...this.links("Links from it", this.graph.out[node], (edge) => edge.to));
    parts.push(...this.links("Linked from", this.graph.in[node], (edge) => edge.from));
    return parts;
  }

  links(title, edges, end) {
    return [make("h3", {}, `${title} (${edges.length})`), make("ul", {}, ...edges.map((edge) => make("li", {}, this.go(end(edge)), ...this.words(edge))))];
  }

  /** Say of a link its mark, its role, its line, how it is written, and the rule it breaks. */
  words(edge) {
    const parts = [make("span", { class: `mark ${edge.mark}` }, edge.mark)];
    if (edge.role) parts.push(make("bdi", {}, edge.role));
    if (edge.line) parts.push(make("span", { class: "quiet" }, `line ${edge.line}`));
    if (edge.rule) parts.push(make("a", { href: `${this.graph.rules}/${edge.rule}.md`, rel: "noreferrer noopener", target: "_blank" }, edge.rule));
    if (!this.graph.nodes[edge.to].name.endsWith(edge.uri.replace(/^\//, ""))) parts.push(make("span", { class: "quiet" }, "as ", make("bdi", {}, edge.uri)));
    return parts;
  }
}
