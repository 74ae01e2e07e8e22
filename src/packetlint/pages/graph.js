/* Begin: read the links, draw them, and listen to the person. */

/** Read the data of the page into nodes and edges that know one another. */
function readGraph(data) {
  const { words, marks, rules } = data;
  const nodes = data.nodes.map(([name, kind, root, distance]) => ({ name, kind, root: words[root], distance, short: shortened(name, kind), worst: "sound" }));
  const edges = data.edges.map(([from, to, uri, role, line, mark, rule]) => ({ from, to, uri, role: words[role], line, mark: marks[mark], rule: words[rule] }));
  const out = nodes.map(() => []), into = nodes.map(() => []), around = nodes.map(() => []);
  for (const edge of edges) {
    out[edge.from].push(edge);
    into[edge.to].push(edge);
    around[edge.from].push(edge);
    if (edge.to !== edge.from) around[edge.to].push(edge);
  }
  for (const [number, node] of nodes.entries()) node.worst = marks.filter((mark) => mark !== "outside").find((mark) => out[number].some((edge) => edge.mark === mark)) ?? "sound";
  const byWeight = nodes.map((_, node) => node).sort((one, other) => around[other].length - around[one].length || one - other);
  return { nodes, edges, out, in: into, around, byWeight, groups: groupsOf(nodes, into), marks, rules };
}

/** Number the directories of the files; an address belongs to the one of the first file that links to it. */
function groupsOf(nodes, into) {
  const numbers = new Map();
  const directory = ({ name }) => name.slice(0, name.lastIndexOf("/") + 1);
  return nodes.map((node, number) => {
    const place = directory(node.kind === FILE ? node : nodes[into[number][0].from]);
    if (!numbers.has(place)) numbers.set(place, numbers.size);
    return numbers.get(place);
  });
}

/** Give the end of a name, with the directory where the file's own name says nothing. */
function shortened(name, kind) {
  const parts = name.split("/");
  const last = parts.slice(/^(NODE|thread|impl-spec|README|index)\.md$/i.test(parts.at(-1)) ? -2 : -1).join("/");
  const text = kind === FILE && last ? last : name;
  return text.length > 34 ? `${text.slice(0, 16)}\u2026${text.slice(-16)}` : text;
}

const graph = readGraph(JSON.parse(byId("data").textContent));
const state = { chosen: null, hovered: null, hits: null, marks: new Set(graph.marks) };
byId("app").hidden = false;
byId("nothing").hidden = graph.edges.length > 0;
const view = new View(byId("canvas"), graph, state);
const panel = new Panel(byId("panel"), graph, state, choose);

/** Show one node and what it is linked with; null shows all again. */
function choose(node) {
  state.chosen = node;
  panel.refresh();
  if (node !== null) {
    view.show(node);
    panel.show();
  }
  view.ask();
}

/** Look for a part of a name, whatever its case. */
function search(text) {
  const wanted = text.trim().toLowerCase();
  const found = graph.nodes.flatMap(({ name }, node) => (name.toLowerCase().includes(wanted) ? [node] : []));
  state.hits = wanted ? new Set(found) : null;
  choose(null);
}

function listenToSearch() {
  const query = byId("query");
  query.addEventListener("input", () => search(query.value));
  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && state.hits?.size) choose([...state.hits][0]);
    if (event.key === "ArrowDown") byId("panel").querySelector("button.go")?.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== query) { event.preventDefault(); query.select(); query.focus(); }
    if (event.key !== "Escape") return;
    event.preventDefault(); // the first press goes back to what was found, the second clears the search
    if (state.chosen !== null) choose(null);
    else { query.value = ""; search(""); }
  });
}

function listenToCanvas(canvas) {
  let from = null, hasMoved = false;
  const place = (event) => [event.offsetX, event.offsetY];
  canvas.addEventListener("pointerdown", (event) => { from = place(event); hasMoved = false; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    if (!from) { hover(view.under(x, y), x, y); return; }
    if (!hasMoved && Math.hypot(x - from[0], y - from[1]) < 5) return;
    hasMoved = true;
    canvas.classList.add("moving");
    view.move(x - from[0], y - from[1]);
    from = [x, y];
  });
  canvas.addEventListener("pointerup", (event) => {
    if (from && !hasMoved) choose(view.under(...place(event)));
    from = null;
    canvas.classList.remove("moving");
  });
  canvas.addEventListener("pointercancel", () => { from = null; canvas.classList.remove("moving"); });
  canvas.addEventListener("pointerleave", () => hover(null, 0, 0));
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); view.zoom(Math.exp(-event.deltaY / 400), ...place(event)); }, { passive: false });
  canvas.addEventListener("keydown", (event) => KEYS[event.key]?.());
}

const KEYS = {
  ArrowLeft: () => view.move(60, 0),
  ArrowRight: () => view.move(-60, 0),
  ArrowUp: () => view.move(0, 60),
  ArrowDown: () => view.move(0, -60),
  "+": () => view.zoom(1.4),
  "=": () => view.zoom(1.4),
  "-": () => view.zoom(1 / 1.4),
  0: () => view.whole(),
};

/** Show the whole name of the node below the pointer. */
function hover(node, x, y) {
  const tip = byId("tip");
  byId("canvas").classList.toggle("over", node !== null);
  tip.hidden = node === null;
  if (node !== null) {
    tip.textContent = graph.nodes[node].name;
    tip.style.left = `${Math.min(x + 14, view.width * 0.55)}px`;
    tip.style.top = `${Math.min(y + 16, view.height - 40)}px`;
  }
  if (node === state.hovered) return;
  state.hovered = node;
  view.ask();
}

/** Make the legend, which is also the filter: a box for every mark that some link has. */
function makeLegend(legend) {
  for (const mark of graph.marks) {
    const number = graph.edges.filter((edge) => edge.mark === mark).length;
    const box = make("input", { type: "checkbox", value: mark });
    box.checked = true;
    box.disabled = !number;
    box.addEventListener("change", () => { state.marks[box.checked ? "add" : "delete"](mark); view.ask(); });
    legend.append(make("label", { class: number ? "" : "quiet" }, box, make("span", { class: `line ${mark}` }), mark, make("output", {}, number.toLocaleString("en"))));
  }
  legend.append(make("p", { class: "shapes" }, "\u25cf file", make("span", { class: "broken" }, "\u25c7 leads to nothing"), make("span", { class: "outside" }, "\u25a1 outside")));
}

listenToSearch();
listenToCanvas(byId("canvas"));
makeLegend(byId("legend"));
byId("nearer").addEventListener("click", () => view.zoom(1.4));
byId("farther").addEventListener("click", () => view.zoom(1 / 1.4));
byId("whole").addEventListener("click", () => view.whole());
new ResizeObserver(() => view.resize()).observe(byId("canvas"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => view.recolour());
panel.refresh();
