// Marks and lines of the picture, and which labels fit at rest. Colours come from the style sheet.

const TOKENS = { surface: "--surface", ink: "--ink", quiet: "--ink-2", pine: "--pine", soft: "--pine-soft", line: "--line-strong", faint: "--grey-line", amber: "--amber", violet: "--violet" };
const STYLES = [
  { name: "weak", colour: "line", width: 1, dash: "2px,3px" },
  { name: "partly", colour: "line", width: 1, dash: "solid" },
  { name: "strong", colour: "quiet", width: 1.7, dash: "solid" },
  { name: "held", colour: "amber", width: 1.8, dash: "6px,4px" },
  { name: "aside", colour: "violet", width: 1.8, dash: "8px,3px,2px,3px" },
];
const MANY = 320; // lines from which they are drawn thinner and without heads
const BOW = 0.16; // how far lines between the same two names part, as a share of their length
const LOOP = 15;
const WAITING = 24; // waiting lines in view up to which each says so; more of them say it by their look, and closer up
const ALWAYS = 10; // names that get a label even over other marks

const styleOf = (trust, standing) => (standing ? 2 + standing : trust >= 3 ? 2 : trust === 2 ? 1 : 0);

function resolve(root) {
  const probe = root.appendChild(document.createElement("span"));
  probe.hidden = true;
  const found = {};
  for (const [name, token] of Object.entries(TOKENS)) {
    probe.style.color = `var(${token})`;
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}

// Everything that depends on the figure alone: neighbours in order of direction, radii, bows.
function prepare(graph) {
  const { subject, object, degree, kind } = graph.data;
  // Marks shrink as names become many.
  const room = Math.min(1.5, Math.max(0.7, Math.sqrt((graph.width * graph.height) / graph.count) / 36));
  graph.radius = degree.map((n, node) => room * (kind[node] & 1 ? 3 : 2.4 + 0.55 * Math.log2(1 + n)));
  graph.byRef = new Map(graph.data.names.map((_, node) => [graph.ref(node), node]));
  graph.around = graph.data.names.map(() => []);
  const pairs = new Map();
  subject.forEach((s, line) => {
    graph.around[s].push(line);
    if (object[line] !== s) graph.around[object[line]].push(line);
    const key = s < object[line] ? `${s} ${object[line]}` : `${object[line]} ${s}`;
    if (!pairs.has(key)) pairs.set(key, []);
    pairs.get(key).push(line);
  });
  graph.bow = new Float32Array(subject.length);
  for (const lines of pairs.values()) lines.forEach((line, n) => {
    const side = subject[line] < object[line] ? 1 : -1;
    graph.bow[line] = subject[line] === object[line] ? n + 1 : side * (n - (lines.length - 1) / 2) * BOW;
  });
  const way = (node, line) => {
    const to = graph.other(line, node);
    return Math.atan2(graph.x[to] - graph.x[node], graph.y[to] - graph.y[node]) + graph.bow[line] / 100;
  };
  graph.around.forEach((lines, node) => lines.sort((a, b) => way(node, a) - way(node, b)));
  graph.path = (line) => points(graph, line);
  graph.centre = (line) => {
    const found = points(graph, line);
    const middle = found[found.length >> 1];
    return found.length === 2 ? [(found[0][0] + found[1][0]) / 2, (found[0][1] + found[1][1]) / 2] : middle;
  };
}

function points(graph, line) {
  const [s, o] = [graph.data.subject[line], graph.data.object[line]];
  const [ax, ay, bx, by] = [graph.x[s], graph.y[s], graph.x[o], graph.y[o]];
  const bow = graph.bow[line];
  if (s === o) {
    const size = LOOP * bow;
    return Array.from({ length: 13 }, (_, n) => [ax + size * Math.sin((n * Math.PI) / 6), ay + size - size * Math.cos((n * Math.PI) / 6)]);
  }
  if (!bow) return [[ax, ay], [bx, by]];
  const [mx, my] = [(ax + bx) / 2 - (by - ay) * bow, (ay + by) / 2 + (bx - ax) * bow];
  return Array.from({ length: 9 }, (_, n) => {
    const t = n / 8;
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [p * ax + q * mx + r * bx, p * ay + q * my + r * by];
  });
}

// A small open head where a line meets its value.
function head(graph, line) {
  const path = points(graph, line);
  const [bx, by] = path.at(-1);
  const [ax, ay] = path.at(-2);
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const back = (graph.radius[graph.data.object[line]] + 2.5) * graph.unit;
  const size = 6 * graph.unit;
  const [tx, ty] = [bx - ux * back, by - uy * back];
  const side = (sign) => [tx - size * (ux - sign * uy * 0.55), ty - size * (uy + sign * ux * 0.55)];
  return [side(1), [tx, ty], side(-1)];
}

function joined(paths) {
  const [x, y] = [[], []];
  for (const path of paths) {
    for (const [px, py] of path) { x.push(px); y.push(py); }
    x.push(null);
    y.push(null);
  }
  return { x, y };
}

export function shapes(graph) {
  graph.colours = resolve(graph.root);
  if (graph.prepared !== graph.x) {
    prepare(graph);
    graph.prepared = graph.x;
  }
  const { colours, data } = graph;
  const many = data.subject.length > MANY;
  const lines = data.subject.map((_, line) => line);
  const common = { type: "scatter", hoverinfo: "skip", showlegend: false, cliponaxis: true };
  const traces = STYLES.flatMap((style, place) => {
    const mine = lines.filter((line) => styleOf(data.trust[line], data.standing[line]) === place);
    const paint = { color: colours[style.colour], width: many && place < 3 ? style.width * 0.6 : style.width };
    const drawn = { ...common, mode: "lines", opacity: many && place < 3 ? 0.5 : 1, line: { ...paint, dash: style.dash }, ...joined(mine.map((line) => points(graph, line))) };
    const heads = { ...common, mode: "lines", line: { ...paint, dash: "solid" }, ...joined(many ? [] : mine.map((line) => head(graph, line))) };
    return [drawn, heads];
  });
  const kind = (bit) => data.kind.map((value) => Boolean(value & bit));
  const [value, also] = [kind(1), kind(2)];
  traces.push({
    ...common, mode: "markers", x: graph.x, y: graph.y,
    marker: {
      opacity: 1,
      symbol: value.map((is) => (is ? "square" : "circle")),
      size: graph.radius.map((r) => 2 * r),
      color: value.map((is, n) => (is || also[n] ? colours.surface : colours.pine)),
      line: { color: value.map((is, n) => (is && !also[n] ? colours.line : also[n] ? colours.pine : colours.surface)), width: value.map((is, n) => (also[n] ? 3 : is ? 1.5 : 1)) },
    },
  });
  for (const [texts, size, colour] of [[graph.labels?.lines ?? [], 11, "quiet"], [graph.labels?.names ?? [], 12, "ink"]]) {
    traces.push({
      ...common, mode: "text", x: texts.map((one) => one.x), y: texts.map((one) => one.y), text: texts.map((one) => one.text), said: texts.map((one) => one.said), textposition: "middle center",
      textfont: { size, color: texts.map((one) => colours[one.colour ?? colour]), shadow: `0 0 3px ${colours.surface}, 0 0 3px ${colours.surface}, 0 0 2px ${colours.surface}` },
    });
  }
  return traces;
}

// Plotly reads some marks of HTML in its texts; a name is text and nothing else.
const plain = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

// Which labels fit: the best linked first, each where it covers no mark and no other label, or not at all.
export class Labels {
  constructor(graph) {
    this.graph = graph;
    this.pen = document.createElement("canvas").getContext("2d");
    this.family = getComputedStyle(graph.root).fontFamily;
    this.taken = [];
    this.marks = graph.data.names.map((_, node) => {
      const [x, y] = graph.place(node);
      const r = graph.radius[node];
      return [x - r, y - r, x + r, y + r];
    });
  }
  free(box, own, overMarks) {
    const { width, height } = this.graph;
    if (box[0] < 2 || box[1] < 2 || box[2] > width - 2 || box[3] > height - 2) return false;
    const meets = (other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1];
    if (this.taken.some(meets)) return false;
    return overMarks || !this.marks.some((mark, node) => node !== own && meets(mark));
  }
  put(text, size, x, y, own, spots, overMarks = false) {
    this.pen.font = `${size}px ${this.family}`;
    const [wide, high] = [this.pen.measureText(text).width + 4, size + 4];
    for (const [dx, dy] of spots(wide, high)) {
      const box = [x + dx - wide / 2, y + dy - high / 2, x + dx + wide / 2, y + dy + high / 2];
      if (!this.free(box, own, overMarks)) continue;
      this.taken.push(box);
      const { middle, unit, width, height } = this.graph;
      return { text: plain(text), said: text, x: middle[0] + (x + dx - width / 2) * unit, y: middle[1] - (y + dy - height / 2) * unit };
    }
    return null;
  }
  placed() {
    const { graph } = this;
    const { data } = graph;
    const names = [];
    const lines = [];
    const waiting = data.standing.map((standing, line) => [standing, line]).filter(([standing]) => standing);
    const around = (node) => (wide, high) => {
      const gap = graph.radius[node] + 2;
      return [[0, gap + high / 2], [0, -gap - high / 2], [gap + wide / 2, 0], [-gap - wide / 2, 0]];
    };
    const rank = data.names.map((_, node) => node).sort((a, b) => (b === data.focus) - (a === data.focus) || data.degree[b] - data.degree[a] || a - b);
    const name = (node, place) => {
      const [x, y] = graph.place(node);
      // The best linked names are never left out for want of an empty spot.
      const label = this.put(data.names[node], 12, x, y, node, around(node)) ?? (place < ALWAYS ? this.put(data.names[node], 12, x, y, node, around(node), true) : null);
      if (label) names.push(label);
    };
    const over = (line) => {
      const [x, y] = graph.at(...graph.centre(line));
      const { standing, predicate, predicates } = data;
      const waits = standing[line] ? graph.words[standing[line] === 1 ? "waiting" : "aside"] : "";
      const text = waits ? `${predicates.names[predicate[line]]} · ${waits}` : predicates.names[predicate[line]];
      const colour = standing[line] ? (standing[line] === 1 ? "amber" : "violet") : undefined;
      const [[ax, ay], [bx, by]] = [graph.path(line).at(0), graph.path(line).at(-1)];
      const [across, along] = [Math.abs(by - ay), Math.abs(bx - ax) || 1e-6];
      const tilt = Math.hypot(across, along);
      // Beside the line, so that it does not strike the text through; on it when there is no other room.
      const beside = (wide, high) => {
        const gap = (high * along + wide * across) / (2 * tilt) + 1;
        const [dx, dy] = [(gap * (by - ay)) / tilt, (gap * (bx - ax)) / tilt];
        return [[dx, dy], [-dx, -dy], [0, 0]].sort((a, b) => a[1] - b[1]);
      };
      const label = this.put(text, 11, x, y, -1, beside) ?? (waits && (this.put(waits, 11, x, y, -1, beside) ?? this.put(waits, 11, x, y, -1, beside, true)));
      if (label) lines.push({ ...label, colour });
    };
    rank.slice(0, ALWAYS).forEach(name);
    const seen = waiting.filter(([, line]) => {
      const [x, y] = graph.at(...graph.centre(line));
      return x > 0 && y > 0 && x < graph.width && y < graph.height;
    });
    if (seen.length <= WAITING) for (const [, line] of seen) over(line);
    rank.slice(ALWAYS).forEach((node) => name(node, ALWAYS));
    if (data.subject.length <= MANY / 2) data.subject.forEach((_, line) => { if (!data.standing[line]) over(line); });
    return { names, lines };
  }
}

// The same shapes on a canvas, for a file: a page may not show Plotly's own images, and a file needs none.
export function paintOn(canvas, graph, scale) {
  Object.assign(canvas, { width: graph.width * scale, height: graph.height * scale });
  const pen = canvas.getContext("2d");
  const { surface } = graph.colours;
  pen.scale(scale, scale);
  pen.fillStyle = surface;
  pen.fillRect(0, 0, graph.width, graph.height);
  Object.assign(pen, { textAlign: "center", textBaseline: "middle", lineJoin: "round" });
  const each = (trace, use) => trace.x.forEach((x, n) => use(n, x === null ? null : graph.at(x, trace.y[n])));
  for (const trace of shapes(graph)) {
    pen.globalAlpha = trace.opacity ?? 1;
    if (trace.mode === "lines") {
      Object.assign(pen, { strokeStyle: trace.line.color, lineWidth: trace.line.width });
      pen.setLineDash(trace.line.dash === "solid" ? [] : trace.line.dash.split(",").map(parseFloat));
      pen.beginPath();
      let begun = false;
      each(trace, (_, at) => {
        if (at) pen[begun ? "lineTo" : "moveTo"](...at);
        begun = Boolean(at);
      });
      pen.stroke();
    } else if (trace.mode === "markers") {
      pen.setLineDash([]);
      const { size, color, symbol, line } = trace.marker;
      each(trace, (n, [x, y]) => {
        const r = size[n] / 2;
        pen.beginPath();
        if (symbol[n] === "square") pen.rect(x - r, y - r, 2 * r, 2 * r);
        else pen.arc(x, y, r, 0, 2 * Math.PI);
        Object.assign(pen, { fillStyle: color[n], strokeStyle: line.color[n], lineWidth: line.width[n] });
        pen.fill();
        pen.stroke();
      });
    } else {
      pen.font = `${trace.textfont.size}px ${getComputedStyle(graph.root).fontFamily}`;
      Object.assign(pen, { strokeStyle: surface, lineWidth: 3 });
      each(trace, (n, at) => {
        pen.fillStyle = trace.textfont.color[n];
        pen.strokeText(trace.said[n], ...at);
        pen.fillText(trace.said[n], ...at);
      });
    }
  }
}
