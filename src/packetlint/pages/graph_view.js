/* The drawing: a canvas that shows nodes and edges, moves and zooms, and knows what is below the pointer. */

const DASHES = { broken: [6, 4], stale: [2, 4] };
const WIDTHS = { broken: 1.8, stale: 2.2, cyclic: 2.6, outside: 1.1, sound: 0.9, self: 1.8 };
const FEW = 80; // so many nodes in sight can all have their names; of more, only those with most links
const MOST_ARROWS = 1500; // beyond it only the links of one node have heads
const REACH = 14; // pixels between the pointer and a node it means
const FILE = 0, MISSING = 1;

class View {
  /** `canvas` shows `graph`, with what `state` says: { chosen, hovered, hits: Set or null, marks: Set }. */
  constructor(canvas, graph, state) {
    this.canvas = canvas;
    this.graph = graph;
    this.state = state;
    this.pen = canvas.getContext("2d");
    this.places = layOut(graph.nodes.length, graph.edges.map((edge) => [edge.from, edge.to]), graph.groups);
    this.scale = 1;
    this.left = this.top = 0;
    this.isAsked = false;
    this.recolour();
    this.resize();
    this.whole();
  }

  /** Read the colours of the page, which change with the light. */
  recolour() {
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue(`--${name}`).trim();
    this.ask();
  }

  /** Take the size the page gives the canvas. */
  resize() {
    const dots = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * dots);
    this.canvas.height = Math.round(this.height * dots);
    this.pen.setTransform(dots, 0, 0, dots, 0, 0);
    this.ask();
  }

  /** Fit everything that is shown. */
  whole() {
    const { x, y } = this.places;
    if (!x.length) return;
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (let i = 0; i < x.length; i++) {
      left = Math.min(left, x[i]); right = Math.max(right, x[i]);
      top = Math.min(top, y[i]); bottom = Math.max(bottom, y[i]);
    }
    const room = Math.min(56, this.width / 8), names = Math.min(80, this.width / 8);
    this.scale = Math.min(2.2, (this.width - 2 * room - names) / Math.max(right - left, 1), (this.height - 2 * room) / Math.max(bottom - top, 1));
    this.left = (this.width - names) / 2 - (left + right) / 2 * this.scale;
    this.top = this.height / 2 - (top + bottom) / 2 * this.scale;
    this.ask();
  }

  /** Zoom by a factor, around a point of the canvas. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.max(0.02, Math.min(12, this.scale * factor));
    this.left = x - (x - this.left) * scale / this.scale;
    this.top = y - (y - this.top) * scale / this.scale;
    this.scale = scale;
    this.ask();
  }

  move(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.ask();
  }

  /** Bring a node into the middle unless it is well in sight. */
  show(node) {
    const [x, y] = this.at(node), edge = 50;
    if (x < edge || y < edge || x > this.width - edge || y > this.height - edge) this.move(this.width / 2 - x, this.height / 2 - y);
  }

  /** Give the pixel of the canvas at which a node stands. */
  at(node) {
    return [this.places.x[node] * this.scale + this.left, this.places.y[node] * this.scale + this.top];
  }

  /** Give the node at a pixel, or null. */
  under(x, y) {
    let best = null, least = REACH * REACH;
    for (let node = 0; node < this.graph.nodes.length; node++) {
      const [nodeX, nodeY] = this.at(node);
      const far = (nodeX - x) ** 2 + (nodeY - y) ** 2;
      if (far < least && this.isShown(node)) { best = node; least = far; }
    }
    return best;
  }

  isShown(node) {
    return node === this.state.chosen || this.graph.around[node].some((edge) => this.state.marks.has(edge.mark));
  }

  isInSight(node) {
    const [x, y] = this.at(node);
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }

  /** Draw before the next frame. */
  ask() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.isAsked = false;
    this.pen.clearRect(0, 0, this.width, this.height);
    const near = this.near();
    this.drawEdges(near);
    this.drawNodes(near);
    this.drawNames(near);
  }

  /** Give what stands out: a node with its neighbours, or what was searched for; null where nothing does. */
  near() {
    const middle = this.state.hovered ?? this.state.chosen;
    if (middle === null) return this.state.hits;
    const shown = this.graph.around[middle].filter((edge) => this.state.marks.has(edge.mark));
    return new Set([middle, ...shown.flatMap((edge) => [edge.from, edge.to])]);
  }

  drawEdges(near) {
    const middle = this.state.hovered ?? this.state.chosen;
    const heads = this.graph.edges.length <= MOST_ARROWS;
    for (const mark of [...this.graph.marks].reverse()) {
      if (!this.state.marks.has(mark)) continue;
      const edges = this.graph.edges.filter((edge) => edge.mark === mark);
      const strong = middle === null ? [] : edges.filter((edge) => edge.from === middle || edge.to === middle);
      this.drawSome(edges, mark, near ? 0.1 : mark === "sound" ? this.faint() : 0.85, heads && !near);
      this.drawSome(strong, mark, 1, true);
    }
    this.pen.globalAlpha = 1;
    this.pen.setLineDash([]);
  }

  /** Give how strong sound links are: the more there are, the fainter. */
  faint() {
    return Math.max(0.04, Math.min(0.8, 1600 / this.graph.edges.length));
  }

  drawSome(edges, mark, alpha, heads) {
    if (!edges.length) return;
    const pen = this.pen;
    pen.globalAlpha = alpha;
    pen.strokeStyle = pen.fillStyle = this.colour(mark);
    pen.lineWidth = WIDTHS[mark];
    pen.setLineDash(DASHES[mark] ?? []);
    pen.beginPath();
    for (const edge of edges) this.trace(edge);
    pen.stroke();
    if (heads) for (const edge of edges) this.head(edge);
  }

  trace(edge) {
    const [x, y] = this.at(edge.from);
    if (edge.from === edge.to) {
      this.pen.moveTo(x + 9, y - 9);
      this.pen.arc(x, y - 9, 9, 0, 2 * Math.PI);
      return;
    }
    this.pen.moveTo(x, y);
    this.pen.lineTo(...this.at(edge.to));
  }

  head(edge) {
    const [fromX, fromY] = this.at(edge.from), [toX, toY] = this.at(edge.to);
    const dx = toX - fromX, dy = toY - fromY, length = Math.hypot(dx, dy);
    if (length < 18) return;
    const back = this.radius(edge.to) + 2, x = toX - dx / length * back, y = toY - dy / length * back;
    const longX = dx / length * 8, longY = dy / length * 8;
    this.pen.beginPath();
    this.pen.moveTo(x, y);
    this.pen.lineTo(x - longX - longY * 0.45, y - longY + longX * 0.45);
    this.pen.lineTo(x - longX + longY * 0.45, y - longY - longX * 0.45);
    this.pen.fill();
  }

  radius(node) {
    const size = Math.min(11, 3.2 + Math.sqrt(this.graph.around[node].length) * 0.9);
    return size * Math.max(0.4, Math.min(1.3, this.scale ** 0.7));
  }

  drawNodes(near) {
    for (let node = 0; node < this.graph.nodes.length; node++) {
      if (!this.isShown(node)) continue;
      this.pen.globalAlpha = near && !near.has(node) ? 0.18 : 1;
      this.drawNode(node);
    }
    this.pen.globalAlpha = 1;
  }

  drawNode(node) {
    const [x, y] = this.at(node), radius = this.radius(node), pen = this.pen;
    const { kind } = this.graph.nodes[node];
    pen.beginPath();
    if (kind === FILE) pen.arc(x, y, radius, 0, 2 * Math.PI);
    else if (kind === MISSING) { pen.moveTo(x, y - radius - 1); pen.lineTo(x + radius + 1, y); pen.lineTo(x, y + radius + 1); pen.lineTo(x - radius - 1, y); pen.closePath(); }
    else pen.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    pen.fillStyle = this.colour(kind === FILE ? this.graph.nodes[node].worst === "sound" ? "text" : this.graph.nodes[node].worst : "back");
    pen.fill();
    pen.lineWidth = kind === FILE ? 1.2 : 1.8;
    pen.strokeStyle = this.colour(kind === FILE ? "back" : kind === MISSING ? "broken" : "outside");
    pen.stroke();
    if (node === this.state.chosen || this.state.hits?.has(node)) this.ring(x, y, radius);
  }

  ring(x, y, radius) {
    this.pen.beginPath();
    this.pen.arc(x, y, radius + 4, 0, 2 * Math.PI);
    this.pen.lineWidth = 2;
    this.pen.strokeStyle = this.colour("focus");
    this.pen.stroke();
  }

  /** Write names, the most important first, where they cover no other. */
  drawNames(near) {
    const pen = this.pen, taken = [], nodes = this.named(near).filter((node) => this.isInSight(node));
    const most = near || nodes.length <= FEW ? FEW : 16 + 4000 / nodes.length;
    pen.font = `12px ${this.colour("mono")}`;
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    for (const node of nodes) {
      const [x, y] = this.at(node), left = x + this.radius(node) + 5, name = this.graph.nodes[node].short;
      const box = [left - 2, y - 8, left + pen.measureText(name).width + 2, y + 8];
      if (taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) continue;
      taken.push(box);
      pen.lineWidth = 4;
      pen.strokeStyle = this.colour("back");
      pen.strokeText(name, left, y);
      pen.fillStyle = this.colour("text");
      pen.fillText(name, left, y);
      if (taken.length >= most) return;
    }
  }

  named(near) {
    const middle = this.state.hovered ?? this.state.chosen;
    if (near) return [...near].filter((node) => this.isShown(node)).sort((one, other) => (other === middle) - (one === middle));
    return this.graph.byWeight.filter((node) => this.isShown(node));
  }
}
