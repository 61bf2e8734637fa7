// The range of a seat: a paintable grid of two-card hands, synchronized with its text. Other games
// have a text field with examples. Loaded when the dialog is opened.

const RANKS = "AKQJT98765432";
const PAUSE = 200;
const WHOLE = 0.9999;

// Return the text of classes with one weight: `TT+`, `A5s-A2s`, `AKo`. `row` is in descending order.
function spans(row) {
  const runs = [];
  for (const name of row) {
    const last = runs.at(-1)?.at(-1);
    if (last && isNext(last, name)) runs.at(-1).push(name);
    else runs.push([name]);
  }
  return runs.map((run) => {
    const [top, bottom] = [run[0], run.at(-1)];
    if (run.length === 1) return top;
    return isHighest(top) ? `${bottom}+` : `${top}-${bottom}`;
  });
}

const rankIndex = (rank) => RANKS.indexOf(rank);
const isPair = (name) => name[0] === name[1];
const isNext = (one, two) => (isPair(one)
  ? isPair(two) && rankIndex(two[0]) === rankIndex(one[0]) + 1
  : one[0] === two[0] && one[2] === two[2] && rankIndex(two[1]) === rankIndex(one[1]) + 1);
const isHighest = (name) => (isPair(name) ? name[0] === "A" : rankIndex(name[1]) === rankIndex(name[0]) + 1);

const order = (name) => (isPair(name) ? [0, 0, rankIndex(name[0])] : [1 + rankIndex(name[0]), name[2] === "s" ? 0 : 1, rankIndex(name[1])]);
function inOrder(one, two) {
  const [a, b] = [order(one), order(two)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

// Return the text of a grid: its classes by weight, full weights first.
export function textOf(weights) {
  const byWeight = new Map();
  for (const [name, weight] of weights) {
    const percent = weight > WHOLE ? 100 : Math.round(weight * 10000) / 100;
    if (percent > 0) byWeight.set(percent, [...(byWeight.get(percent) ?? []), name]);
  }
  return [...byWeight].sort((one, two) => two[0] - one[0]).flatMap(([percent, names]) => {
    const parts = spans(names.sort(inOrder));
    return percent === 100 ? parts : parts.map((part) => `${part}@${percent}`);
  }).join(", ");
}

// The cells in reading order: pairs on the diagonal, suited hands above it.
function lay(element) {
  const ranks = [...element.dataset.ranks];
  const rows = ranks.map((down, row) => {
    const cells = ranks.map((across, column) => {
      const name = row === column ? down + down : row < column ? `${down}${across}s` : `${across}${down}o`;
      const cell = Object.assign(document.createElement("button"), { type: "button", textContent: name, tabIndex: -1 });
      cell.dataset.class = name;
      cell.setAttribute("role", "gridcell");
      return cell;
    });
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    line.append(...cells);
    return line;
  });
  element.querySelector(".range-cells")?.append(...rows);
  return rows.flatMap((line) => [...line.children]);
}

class Dialog {
  constructor(element, seat, done) {
    this.element = element;
    this.seat = seat;
    this.done = done;
    this.weights = new Map();
    this.cells = lay(element);
    this.part("of").textContent = seat.title;
    this.part("range-text").value = seat.input.value;
    if (this.cells.length) this.cells[0].tabIndex = 0;
    this.listen();
    // Wait for the styles; otherwise the dialog would jump under the pointer.
    const styles = element.querySelector("link");
    for (const end of ["load", "error"]) styles.addEventListener(end, () => this.open());
    document.body.append(element);
  }

  open() {
    this.element.showModal();
    this.part("range-text").focus();
    this.read();
  }

  part(name) { return this.element.querySelector(`[data-${name}]`); }
  get text() { return this.part("range-text").value.trim(); }

  listen() {
    const { element } = this;
    element.addEventListener("close", () => element.remove());
    element.addEventListener("input", (event) => {
      if (event.target === this.part("range-text")) this.readSoon();
      if (event.target === this.part("range-percent")) this.takeBest(event.target.value);
    });
    element.addEventListener("click", (event) => this.press(event.target.closest("button")));
    element.addEventListener("keydown", (event) => this.key(event));
    const cells = element.querySelector(".range-cells");
    cells?.addEventListener("pointerdown", (event) => this.begin(event));
    cells?.addEventListener("pointermove", (event) => this.paintUnder(event));
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => { this.brush = null; });
  }

  press(button) {
    if (!button) return;
    if ("example" in button.dataset) this.write(button.dataset.example);
    if ("rangeClear" in button.dataset) this.write("");
    if ("rangeClose" in button.dataset) this.element.close();
    if ("rangeUse" in button.dataset) this.use();
  }

  write(text) {
    this.part("range-text").value = text;
    this.read();
  }

  takeBest(percent) {
    this.write(Number(percent) ? `${percent}%` : "");
  }

  // Wait until the text is checked; the dialog stays open while it is wrong.
  async use() {
    const { text } = this;
    if (text !== this.checked) await this.read();
    if (text !== this.text || !this.element.open) return;
    if (this.isWrong) {
      this.part("range-text").focus();
      return;
    }
    this.seat.input.value = text;
    this.element.close();
    this.done();
  }

  // Let the site parse the text, and fill the grid.
  readSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), PAUSE);
  }

  async read() {
    clearTimeout(this.timer);
    const { grid, game } = this.element.dataset;
    const { text } = this;
    if (!grid) return;
    if (!text) {
      this.isWrong = false;
      this.checked = text;
      this.show(new Map(), "No hands yet. Paint them, or type them.");
      return;
    }
    const answer = await fetch(`${grid}?${new URLSearchParams({ game, hand: text })}`).catch(() => null);
    const range = await answer?.json().catch(() => null);
    if (text !== this.text) return;
    this.isWrong = Boolean(range?.error);
    this.checked = range ? text : null;
    if (!range || range.error) this.say(range?.error ?? "The site can’t be reached.", true);
    else this.show(new Map(Object.entries(range.weights)), `${Math.round(range.hands)} combos (${range.percent}%)`, range.percent);
  }

  say(words, isWrong = false) {
    const notice = this.part("range-status");
    notice.textContent = words;
    notice.classList.toggle("wrong", isWrong);
  }

  show(weights, words, percent = 0) {
    this.weights = weights;
    for (const cell of this.cells) this.draw(cell);
    this.say(words);
    const slider = this.part("range-percent");
    if (!slider) return;
    slider.value = percent;
    this.part("range-output").textContent = `${percent}%`;
  }

  draw(cell) {
    const weight = this.weights.get(cell.dataset.class) ?? 0;
    cell.style.setProperty("--part", `${weight * 100}%`);
    cell.setAttribute("aria-selected", String(weight > 0));
    const shown = weight > 0 && weight < WHOLE ? `, ${Math.round(weight * 100)}%` : "";
    cell.setAttribute("aria-label", cell.dataset.class + shown);
  }

  // Paint or erase, depending on the first cell, and update the text.
  begin(event) {
    const cell = event.target.closest("[data-class]");
    if (!cell) return;
    event.preventDefault();
    cell.focus();
    this.brush = this.brushAt(cell);
    this.paint(cell);
  }

  brushAt(cell) {
    const weight = Number(this.part("range-weight").value);
    return this.weights.get(cell.dataset.class) === weight ? { weight: 0 } : { weight };
  }

  paintUnder(event) {
    if (!this.brush) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-class]");
    if (cell) this.paint(cell);
  }

  paint(cell) {
    const name = cell.dataset.class;
    if ((this.weights.get(name) ?? 0) === this.brush.weight) return;
    if (this.brush.weight) this.weights.set(name, this.brush.weight);
    else this.weights.delete(name);
    this.draw(cell);
    this.part("range-text").value = textOf(this.weights);
    this.readSoon();
  }

  key(event) {
    const cell = event.target.closest("[data-class]");
    if (!cell) {
      if (event.key === "Enter" && event.target.matches("[data-range-text]")) this.use();
      return;
    }
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
    if (across || down) {
      event.preventDefault();
      this.move(cell, across + down * Math.sqrt(this.cells.length));
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      this.brush = this.brushAt(cell);
      this.paint(cell);
      this.brush = null;
    }
  }

  move(cell, step) {
    const to = this.cells[this.cells.indexOf(cell) + step];
    if (!to) return;
    cell.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
}

// Call `done` when the range is in the field of the seat.
export function open(seat, done) {
  if (document.querySelector(".range-dialog")) return;
  const template = document.querySelector("[data-range-dialog]");
  new Dialog(template.content.cloneNode(true).querySelector("dialog"), seat, done);
}
