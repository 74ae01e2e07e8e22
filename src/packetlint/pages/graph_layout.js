/*
 * Where the nodes stand. Forces move them for a fixed number of steps: all push one another away, links and a common directory
 * pull together. Nothing is random, and only + - * / and square roots are used, so the same links give the same drawing everywhere.
 */

const NEAR = 0.81; // the square of how wide a cell may look (width / distance) to push as one
const DEEPEST = 24; // cells are not divided further: nodes that stand on one spot share one
const WORK = 240000; // steps times nodes, for trees of thousands of files

/** A square that is divided in four wherever two bodies are in it, with mass and centre of mass of every cell. */
class Cells {
  constructor(capacity) {
    this.child = new Int32Array(capacity * 4);
    this.mass = new Float64Array(capacity);
    this.sumX = new Float64Array(capacity);
    this.sumY = new Float64Array(capacity);
    this.width = new Float64Array(capacity);
    this.used = 0;
  }

  /** Begin again with all the bodies at x, y. */
  fill(x, y) {
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (let i = 0; i < x.length; i++) {
      left = Math.min(left, x[i]); right = Math.max(right, x[i]);
      top = Math.min(top, y[i]); bottom = Math.max(bottom, y[i]);
    }
    this.used = 0;
    this.add(Math.max(right - left, bottom - top, 1));
    for (let i = 0; i < x.length; i++) this.insert(x[i], y[i], left, top);
  }

  add(width) {
    const cell = this.used++;
    this.child.fill(0, cell * 4, cell * 4 + 4);
    this.mass[cell] = this.sumX[cell] = this.sumY[cell] = 0;
    this.width[cell] = width;
    return cell;
  }

  put(cell, x, y, mass) {
    this.mass[cell] += mass;
    this.sumX[cell] += x * mass;
    this.sumY[cell] += y * mass;
  }

  isLeaf(cell) {
    const at = cell * 4;
    return !(this.child[at] || this.child[at + 1] || this.child[at + 2] || this.child[at + 3]);
  }

  insert(x, y, left, top) {
    let cell = 0;
    for (let depth = 0; depth < DEEPEST && this.used + 2 < this.mass.length; depth++) {
      const half = this.width[cell] / 2;
      if (this.isLeaf(cell)) {
        if (!this.mass[cell]) break;
        const mass = this.mass[cell], oldX = this.sumX[cell] / mass, oldY = this.sumY[cell] / mass;
        this.put(this.into(cell, oldX >= left + half, oldY >= top + half), oldX, oldY, mass);
      }
      this.put(cell, x, y, 1);
      const isRight = x >= left + half, isLow = y >= top + half;
      cell = this.into(cell, isRight, isLow);
      if (isRight) left += half;
      if (isLow) top += half;
    }
    this.put(cell, x, y, 1);
  }

  into(cell, isRight, isLow) {
    const at = cell * 4 + (isRight ? 1 : 0) + (isLow ? 2 : 0);
    return this.child[at] || (this.child[at] = this.add(this.width[cell] / 2));
  }

  /** Call push(dx, dy, mass / distance squared) for everything a body at x, y feels. */
  feel(x, y, push) {
    const waiting = [0];
    while (waiting.length) {
      const cell = waiting.pop(), mass = this.mass[cell], leaf = this.isLeaf(cell);
      const dx = x - this.sumX[cell] / mass, dy = y - this.sumY[cell] / mass, far = dx * dx + dy * dy;
      if (leaf || this.width[cell] * this.width[cell] < NEAR * far) {
        if (far > 1e-9) push(dx, dy, mass / Math.max(far, 25));
        continue;
      }
      for (let at = cell * 4; at < cell * 4 + 4; at++) if (this.child[at]) waiting.push(this.child[at]);
    }
  }
}

/** Give the places {x, y} of `count` nodes. `links` are pairs of numbers, `groups` the number of each node's directory. */
function layOut(count, links, groups) {
  const { x, y } = spiral(count);
  const moveX = new Float64Array(count), moveY = new Float64Array(count);
  const degree = new Float64Array(count);
  for (const [from, to] of links) { degree[from]++; degree[to]++; }
  const cells = new Cells(count * 8 + 64);
  const length = count < 60 ? 90 : count < 400 ? 60 : 42;
  const steps = count ? Math.max(30, Math.min(300, Math.round(WORK / count))) : 0;
  for (let step = 0; step < steps; step++) {
    const heat = 1 - step / steps;
    cells.fill(x, y);
    for (let i = 0; i < count; i++) {
      cells.feel(x[i], y[i], (dx, dy, force) => {
        moveX[i] += dx * force * length * heat;
        moveY[i] += dy * force * length * heat;
      });
      moveX[i] -= x[i] * 0.03 * heat;
      moveY[i] -= y[i] * 0.03 * heat;
    }
    pullLinks(links, degree, x, y, moveX, moveY, length, heat);
    pullGroups(groups, x, y, moveX, moveY, heat);
    for (let i = 0; i < count; i++) {
      x[i] += moveX[i] *= 0.6;
      y[i] += moveY[i] *= 0.6;
    }
  }
  return { x, y };
}

/** Place nodes on a spiral, neighbours in the list side by side. */
function spiral(count) {
  const x = new Float64Array(count), y = new Float64Array(count);
  let cosine = 1, sine = 0;
  for (let i = 0; i < count; i++) {
    const radius = 14 * Math.sqrt(i + 0.5), turn = 1 / Math.sqrt(i + 1);
    x[i] = radius * cosine;
    y[i] = radius * sine;
    const nextCosine = cosine - sine * turn, nextSine = sine + cosine * turn;
    const size = Math.sqrt(nextCosine * nextCosine + nextSine * nextSine);
    cosine = nextCosine / size;
    sine = nextSine / size;
  }
  return { x, y };
}

function pullLinks(links, degree, x, y, moveX, moveY, length, heat) {
  for (const [from, to] of links) {
    if (from === to) continue;
    const dx = x[to] + moveX[to] - x[from] - moveX[from], dy = y[to] + moveY[to] - y[from] - moveY[from];
    const distance = Math.sqrt(dx * dx + dy * dy) || 1;
    const pull = (distance - length) / distance * heat * 0.7 / Math.min(degree[from], degree[to]);
    const share = degree[from] / (degree[from] + degree[to]);
    moveX[to] -= dx * pull * share; moveY[to] -= dy * pull * share;
    moveX[from] += dx * pull * (1 - share); moveY[from] += dy * pull * (1 - share);
  }
}

function pullGroups(groups, x, y, moveX, moveY, heat) {
  const most = groups.reduce((most, group) => Math.max(most, group), 0) + 1;
  const size = new Float64Array(most), sumX = new Float64Array(most), sumY = new Float64Array(most);
  groups.forEach((group, i) => { size[group]++; sumX[group] += x[i]; sumY[group] += y[i]; });
  groups.forEach((group, i) => {
    moveX[i] += (sumX[group] / size[group] - x[i]) * 0.06 * heat;
    moveY[i] += (sumY[group] / size[group] - y[i]) * 0.06 * heat;
  });
}
