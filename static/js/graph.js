// The picture of the graph: drawn by Plotly, marked and walked through by hand. The lists say the same without it.
import { announce } from "./ui.js";
import { Labels, paintOn, shapes } from "./graph_shapes.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const REACH = 5; // pixels around a mark that still count as on it
const AROUND = [64, 30]; // room for labels beside the outermost marks
const CLOSEST = 0.55; // least units per pixel when everything is shown: two names do not stand a screen apart
const picked = new Map(); // names chosen for merging: reference to short name

let graph = null;

const svg = (name, attributes = {}) => {
  const element = document.createElementNS(document.querySelector("svg").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

class Graph {
  constructor(root) {
    this.root = root;
    this.plot = root.querySelector(".graph-plot");
    this.tip = root.querySelector(".graph-tip");
    this.words = JSON.parse(root.dataset.words);
    this.data = JSON.parse(root.dataset.figure);
    this.count = this.data.names.length;
    this.curator = Boolean(document.getElementById("merge-form"));
    this.hover = null;
    this.mark = null; // what keys stand on: {node} or {line, node}
    this.trail = [];
    this.over = svg("svg", { class: "graph-over", "aria-hidden": "true" });
    root.append(this.over);
    this.measure();
    shapes(this);
    this.fit();
    this.draw().then(() => {
      this.plot.on("plotly_relayout", () => this.moved());
      this.plot.on("plotly_relayouting", () => this.follow());
      root.dataset.ready = "1";
      performance.mark("graph-ready");
    });
    this.select();
    this.listen();
  }

  // --- names ---------------------------------------------------------------------------------------
  ref(node) { return this.data.refs[node] ?? this.data.whole[node] ?? this.data.names[node]; }
  name(node) { return this.data.whole[node] ?? this.data.names[node]; }
  predicate(line) {
    const { names, whole } = this.data.predicates;
    return whole[this.data.predicate[line]] ?? names[this.data.predicate[line]];
  }
  say(word, ...values) {
    let text = this.words[word];
    values.forEach((value, n) => { text = text.replace(`%${n + 1}$s`, value).replace("%s", value); });
    return text;
  }
  other(line, node) { return this.data.subject[line] === node ? this.data.object[line] : this.data.subject[line]; }

  // --- places: units of the figure and pixels --------------------------------------------------------
  measure() {
    const box = this.plot.getBoundingClientRect();
    this.width = Math.max(200, Math.round(box.width));
    this.height = Math.max(200, Math.round(box.height));
    // A picture that is wide lies across; in a hand it stands.
    const [wide, high] = [Math.max(...this.data.x, 1), Math.max(...this.data.y, 1)];
    const turned = this.width < this.height * 0.85 && wide > high * 1.15;
    this.x = turned ? this.data.y : this.data.x;
    const upright = turned ? this.data.x.map((value) => -value) : this.data.y;
    // Distances mean little, room means much: the height is stretched to the frame, within reason.
    const shape = (turned ? wide / high : high / wide) || 1;
    const stretch = Math.min(1.45, Math.max(0.75, (this.height - 2 * AROUND[1]) / (this.width - 2 * AROUND[0]) / shape));
    this.y = this.count > 12 ? upright.map((value) => value * stretch) : upright;
  }
  fit() {
    const [left, right] = [Math.min(...this.x), Math.max(...this.x)];
    const [low, high] = [Math.min(...this.y), Math.max(...this.y)];
    const across = (right - left) / Math.max(80, this.width - 2 * AROUND[0]);
    const up = (high - low) / Math.max(80, this.height - 2 * AROUND[1]);
    this.whole = Math.max(across, up, CLOSEST);
    Object.assign(this, { unit: this.whole, middle: [(left + right) / 2, (low + high) / 2] });
  }
  at(x, y) { return [this.width / 2 + (x - this.middle[0]) / this.unit, this.height / 2 - (y - this.middle[1]) / this.unit]; }
  place(node) { return this.at(this.x[node], this.y[node]); }
  ranges() {
    const [x, y] = this.middle;
    const [across, up] = [(this.unit * this.width) / 2, (this.unit * this.height) / 2];
    return { "xaxis.range": [x - across, x + across], "yaxis.range": [y - up, y + up] };
  }

  // --- drawing ---------------------------------------------------------------------------------------
  draw() {
    this.labels = new Labels(this).placed();
    const ranges = this.ranges();
    const axis = { visible: false, fixedrange: false };
    const layout = {
      width: this.width, height: this.height, margin: { l: 0, r: 0, t: 0, b: 0 }, hovermode: false, showlegend: false,
      dragmode: this.still() ? false : "pan", paper_bgcolor: this.colours.surface, plot_bgcolor: this.colours.surface,
      font: { family: getComputedStyle(this.root).fontFamily, size: 12, color: this.colours.ink },
      xaxis: { ...axis, range: ranges["xaxis.range"] }, yaxis: { ...axis, range: ranges["yaxis.range"] },
    };
    const config = { displayModeBar: false, doubleClick: false, scrollZoom: false, showTips: false, typesetMath: false };
    const drawn = Plotly.react(this.plot, shapes(this), layout, config);
    this.paint();
    return drawn;
  }
  // A finger that passes over the whole picture scrolls the page.
  still() { return matchMedia("(pointer: coarse)").matches && this.unit >= this.whole * 0.99; }
  follow() {
    const { xaxis, yaxis } = this.plot.layout;
    this.middle = [(xaxis.range[0] + xaxis.range[1]) / 2, (yaxis.range[0] + yaxis.range[1]) / 2];
    this.hover = null;
    this.paint();
  }
  moved() {
    if (this.zooming) return;
    this.follow();
    this.draw();
  }
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const unit = Math.min(this.whole * 1.5, Math.max(this.whole / 40, this.unit / factor));
    const [dx, dy] = [(x - this.width / 2) * (this.unit - unit), (this.height / 2 - y) * (this.unit - unit)];
    this.middle = [this.middle[0] + dx, this.middle[1] + dy];
    this.unit = unit;
    this.later();
  }
  later() {
    if (this.zooming) return;
    this.zooming = requestAnimationFrame(() => {
      this.draw().then(() => { this.zooming = 0; });
    });
  }
  show(node) {
    const [x, y] = this.place(node);
    if (x > 40 && y > 30 && x < this.width - 40 && y < this.height - 30) return;
    this.middle = [this.x[node], this.y[node]];
    this.later();
  }

  // What is looked at, walked on, selected or picked lies over the drawing.
  paint() {
    const parts = [];
    const here = this.hover ?? this.mark;
    const chosen = this.chosen;
    for (const [thing, kind] of [[chosen, "chosen"], [here, "here"]]) {
      if (!thing) continue;
      const lines = thing.line !== undefined ? [thing.line] : kind === "here" ? this.around[thing.node] : [];
      const path = lines.map((line) => `M${this.path(line).map(([x, y]) => this.at(x, y).map((v) => v.toFixed(1)).join(" ")).join("L")}`);
      if (path.length) parts.push(svg("path", { class: `line ${kind}${path.length > 12 ? " many" : ""}`, d: path.join("") }));
    }
    for (const node of picked.keys()) this.ring(parts, this.byRef.get(node), "picked", 6);
    if (chosen?.node !== undefined) this.ring(parts, chosen.node, "chosen", 4);
    if (here?.node !== undefined) this.ring(parts, here.node, "here", 3);
    this.over.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.over.replaceChildren(...parts);
    this.explain(here);
  }
  ring(parts, node, kind, room) {
    if (node === undefined) return;
    const [x, y] = this.place(node);
    parts.push(svg("circle", { class: `ring ${kind}`, cx: x.toFixed(1), cy: y.toFixed(1), r: this.radius[node] + room }));
  }
  explain(thing) {
    this.tip.hidden = !thing;
    if (!thing) return;
    const lines = this.describe(thing);
    this.tip.replaceChildren(...lines.map((text, n) => Object.assign(document.createElement(n ? "span" : "strong"), { textContent: text })));
    const [x, y] = thing.line !== undefined ? this.at(...this.centre(thing.line)) : this.place(thing.node);
    const below = y + 18 + this.tip.offsetHeight < this.height || y < this.height / 2;
    this.tip.style.left = `${Math.min(Math.max(4, x - this.tip.offsetWidth / 2), this.width - this.tip.offsetWidth - 4)}px`;
    this.tip.style.top = `${below ? y + 16 : y - this.tip.offsetHeight - 16}px`;
  }
  describe({ node, line }) {
    const { degree, subject, object, standing, count } = this.data;
    if (line === undefined) {
      const hidden = degree[node] - this.around[node].length;
      const links = degree[node] === 1 ? this.words.link : this.say("links", degree[node]);
      return [this.name(node), hidden > 0 ? `${links}, ${this.say("hidden", hidden)}` : links];
    }
    const said = [`${this.name(subject[line])} · ${this.predicate(line)} → ${this.name(object[line])}`];
    if (standing[line]) said.push(this.words[standing[line] === 1 ? "waits" : "aside"]);
    if (count[line]) said.push(this.say("facts", count[line]));
    return said;
  }

  // --- finding what lies under the pointer -----------------------------------------------------------
  hit(x, y) {
    let best = null;
    let nearest = Infinity;
    for (let node = 0; node < this.count; node += 1) {
      const [px, py] = this.place(node);
      const distance = Math.hypot(px - x, py - y) - this.radius[node];
      if (distance < Math.min(REACH, nearest)) [best, nearest] = [{ node }, distance];
    }
    if (best) return best;
    for (let line = 0; line < this.data.subject.length; line += 1) {
      const points = this.path(line).map(([px, py]) => this.at(px, py));
      for (let n = 1; n < points.length; n += 1) {
        const distance = toSegment(x, y, points[n - 1], points[n]);
        if (distance < Math.min(REACH, nearest)) [best, nearest] = [{ line }, distance];
      }
    }
    return best;
  }

  // --- choosing --------------------------------------------------------------------------------------
  address(thing) {
    const here = new URL(this.root.dataset.here, location.origin);
    for (const key of ["node", "s", "p", "o"]) here.searchParams.delete(key);
    if (thing?.line !== undefined) {
      const predicate = this.data.predicate[thing.line];
      const { names, whole, refs } = this.data.predicates;
      here.searchParams.set("s", this.ref(this.data.subject[thing.line]));
      here.searchParams.set("p", refs[predicate] ?? whole[predicate] ?? names[predicate]);
      here.searchParams.set("o", this.ref(this.data.object[thing.line]));
    } else if (thing) here.searchParams.set("node", this.ref(thing.node));
    return here.pathname + here.search;
  }
  open(thing) {
    htmx.ajax("GET", this.address(thing), { target: "#panel", swap: "outerHTML" });
  }
  // The panel says what is selected, however it came to be.
  select() {
    const { node, s, p, o } = document.getElementById("panel")?.dataset ?? {};
    this.chosen = null;
    if (node !== undefined && this.byRef.has(node)) this.chosen = { node: this.byRef.get(node) };
    else if (s !== undefined) {
      const line = this.data.subject.findIndex((_, n) => {
        const asked = new URL(this.address({ line: n }), location.origin).searchParams;
        return this.ref(this.data.subject[n]) === s && asked.get("p") === p && asked.get("o") === o;
      });
      if (line >= 0) this.chosen = { line };
    }
    this.paint();
  }
  pick(node) {
    if (!this.curator || node === undefined) return;
    const ref = this.ref(node);
    const box = document.querySelector(`[data-select][name="pick"][value="${CSS.escape(ref)}"]`);
    if (box) box.click();
    else choose(ref, this.data.names[node], true);
    announce(picked.has(ref) ? `${this.name(node)}: ${this.words.selected}` : this.name(node));
    this.paint();
  }

  // --- keys ------------------------------------------------------------------------------------------
  step(key) {
    const node = this.mark?.node ?? this.chosen?.node ?? this.first();
    if (this.mark === null) return this.stand({ node });
    const [dx, dy] = DIRECTIONS[key];
    const [x, y] = this.place(node);
    let best = null;
    for (const line of this.around[node]) {
      const to = this.other(line, node);
      const [tx, ty] = this.place(to);
      const length = Math.hypot(tx - x, ty - y);
      const along = length ? ((tx - x) * dx + (ty - y) * dy) / length : 0;
      if (along > 0.38 && (!best || along - length / 4000 > best.along)) best = { along: along - length / 4000, to, line };
    }
    if (best) this.stand({ node: best.to }, best.line);
  }
  turn(way) {
    const node = this.mark?.node ?? this.first();
    const lines = this.around[node];
    if (!lines.length) return this.stand({ node });
    const now = this.mark?.line === undefined ? (way > 0 ? -1 : 0) : lines.indexOf(this.mark.line);
    const line = lines[(now + way + lines.length) % lines.length];
    this.stand({ node, line }, undefined, this.say("place", lines.indexOf(line) + 1, lines.length));
  }
  first() { return this.data.focus >= 0 ? this.data.focus : 0; }
  stand(thing, along, more = "") {
    this.hover = null;
    this.mark = thing;
    this.show(thing.line === undefined ? thing.node : this.other(thing.line, thing.node));
    this.paint();
    const way = along === undefined ? "" : `${this.predicate(along)}: `;
    announce(way + [...this.describe(thing), more].filter(Boolean).join(", "));
  }
  key(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key in DIRECTIONS) this.step(key);
    else if (key === "[" || key === "]") this.turn(key === "]" ? 1 : -1);
    else if (key === "+" || key === "=") this.zoom(1.4);
    else if (key === "-") this.zoom(1 / 1.4);
    else if (key === "0") { this.fit(); this.later(); }
    else if (key === "Home") this.stand({ node: this.first() });
    else if (key === " " && this.mark?.line !== undefined) this.stand({ node: this.other(this.mark.line, this.mark.node) }, this.mark.line);
    else if (key === "Enter" && this.mark) this.open(this.mark);
    else if (key === "x" && this.mark) this.pick(this.mark.node);
    else if (key === "Escape" && this.mark) { this.mark = null; this.paint(); }
    else return;
    event.preventDefault();
  }

  // --- listening -------------------------------------------------------------------------------------
  listen() {
    const { plot } = this;
    const inside = (event) => {
      const box = plot.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    let down = null;
    plot.addEventListener("pointermove", (event) => {
      if (event.buttons || event.pointerType === "touch") return;
      const found = this.hit(...inside(event));
      if (found?.node === this.hover?.node && found?.line === this.hover?.line) return;
      this.hover = found;
      plot.classList.toggle("is-over", Boolean(found));
      this.paint();
    });
    plot.addEventListener("pointerleave", () => { this.hover = null; this.paint(); });
    plot.addEventListener("pointerdown", (event) => { down = event.button ? null : inside(event); }, true);
    this.up = (event) => {
      const start = down;
      down = null;
      if (!start) return;
      const [x, y] = inside(event);
      if (Math.hypot(x - start[0], y - start[1]) > 4) return;
      const found = this.hit(x, y);
      if (!found) return;
      if (event.shiftKey) this.pick(found.node);
      else {
        if (found.node !== undefined) this.mark = found;
        this.open(found);
      }
    };
    document.addEventListener("pointerup", this.up, true);
    plot.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), ...inside(event));
    }, { passive: false });
    plot.addEventListener("keydown", (event) => this.key(event));
    plot.addEventListener("blur", () => { this.mark = null; this.paint(); });
    this.sized = new ResizeObserver(() => {
      if (!plot.isConnected || !plot.clientWidth) return; // another part took its place, or it is hidden
      const before = [this.width, this.height];
      this.measure();
      if (before[0] === this.width && before[1] === this.height) return;
      this.fit();
      this.later();
    });
    this.sized.observe(plot);
  }
  end() {
    document.removeEventListener("pointerup", this.up, true);
    this.sized.disconnect();
    cancelAnimationFrame(this.zooming);
    Plotly.purge(this.plot);
  }
}

function toSegment(x, y, [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

// --- picking names to merge: boxes of the list, or chips in the bar for names on no page of it ---------
function choose(ref, name, toggle) {
  const bar = document.getElementById("merge-form");
  const chips = bar?.querySelector("[data-picks]");
  if (!chips) return;
  const old = [...chips.children].find((chip) => chip.querySelector("input").value === ref);
  if (old) {
    if (toggle) { old.remove(); picked.delete(ref); }
  } else {
    const chip = document.getElementById("pick-chip").content.firstElementChild.cloneNode(true);
    const box = chip.querySelector("input");
    [box.value, box.checked] = [ref, true];
    chip.querySelector(".val").textContent = name;
    chips.append(chip);
    picked.set(ref, name);
  }
  counted();
}
function counted() {
  const bar = document.getElementById("merge-form");
  if (!bar) return;
  const count = new Set([...document.querySelectorAll('[data-select][name="pick"]:checked')].map((box) => box.value)).size;
  bar.dataset.count = String(count);
  for (const place of bar.querySelectorAll("[data-count-here]")) place.textContent = String(count);
  bar.querySelector("[type=submit]").disabled = count !== 2;
}
document.addEventListener("change", (event) => {
  const box = event.target instanceof Element && event.target.closest('[data-select][name="pick"]');
  if (!box) return;
  const chip = box.closest("[data-picks] > *");
  if (box.checked) picked.set(box.value, box.dataset.name ?? box.value);
  else picked.delete(box.value);
  if (chip && !box.checked) chip.remove();
  counted();
  graph?.paint();
});

// --- beginning, and beginning again after a part was swapped ------------------------------------------
function begin() {
  const root = document.getElementById("picture");
  if (graph?.root === root) return;
  graph?.end();
  graph = root && window.Plotly ? new Graph(root) : null;
  // Without Plotly's file there is no picture; the sentence for pages without scripts says so.
  if (root && !graph) root.querySelector(".graph-plain").classList.remove("no-js");
}
function carryOn() {
  const listed = new Set([...document.querySelectorAll('table [data-select][name="pick"]')].map((box) => {
    box.checked = picked.has(box.value);
    return box.value;
  }));
  for (const [ref, name] of picked) if (!listed.has(ref)) choose(ref, name, false);
  for (const chip of document.querySelectorAll("[data-picks] > *")) if (listed.has(chip.querySelector("input").value)) chip.remove();
  counted();
}
let filtersOpen = null;
document.addEventListener("htmx:beforeSwap", () => { filtersOpen = document.querySelector(".filter-more")?.open ?? null; });
document.addEventListener("htmx:afterSettle", (event) => {
  const more = document.querySelector(".filter-more");
  if (more && filtersOpen) more.open = true;
  begin();
  carryOn();
  if (event.detail.elt.id === "panel") graph?.select();
});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const zoom = target?.closest("[data-zoom]");
  if (zoom && graph) {
    if (zoom.dataset.zoom === "all") { graph.fit(); graph.later(); } else graph.zoom(zoom.dataset.zoom === "in" ? 1.4 : 1 / 1.4);
  }
  if (target?.closest("[data-copy-address]")) navigator.clipboard?.writeText(location.href).then(() => announce(document.getElementById("ui-words").dataset.copied));
  if (target?.closest("[data-save-picture]") && graph) {
    const canvas = document.createElement("canvas");
    paintOn(canvas, graph, 2);
    Object.assign(document.createElement("a"), { href: canvas.toDataURL("image/png"), download: "graph.png" }).click();
    announce(graph.words.picture);
  }
});

// --- the search field: arrow keys reach the names offered, Escape closes them --------------------------
document.addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !target) return;
  if (event.key === "Escape" && target.closest("#panel")) {
    graph?.plot.focus();
    return;
  }
  const find = target.closest(".graph-find");
  if (!find) return;
  const links = [...find.querySelectorAll(".graph-names a")];
  const place = links.indexOf(target);
  if (event.key === "Escape") find.querySelector(".graph-names").replaceChildren();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !links.length) return;
  event.preventDefault();
  const next = Math.min(place + step, links.length - 1);
  (next < 0 ? find.querySelector("input") : links[next]).focus();
});

const recolour = () => graph?.draw();
new MutationObserver(recolour).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);

begin();
carryOn();
