// The dialog for the range of a seat: a text field with examples and, for two-card hands, a grid to paint
// that is synchronized with the text. The module is loaded when the dialog is opened.

const RANKS = "AKQJT98765432";
const PAUSE_IN_TYPING = 200; // milliseconds
const FULL_WEIGHT = 0.9999; // higher weights are written without a percentage

// Return the spans of classes with the same weight: `TT+`, `A5s-A2s`, `AKo`. `names` are sorted by
// `compareNames`.
function joinSpans(names) {
  const runs = [];
  for (const name of names) {
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
const isNext = (a, b) => (isPair(a)
  ? isPair(b) && rankIndex(b[0]) === rankIndex(a[0]) + 1
  : a[0] === b[0] && a[2] === b[2] && rankIndex(b[1]) === rankIndex(a[1]) + 1);
const isHighest = (name) => (isPair(name) ? name[0] === "A" : rankIndex(name[1]) === rankIndex(name[0]) + 1);

const sortKey = (name) => (isPair(name) ? [0, 0, rankIndex(name[0])] : [1 + rankIndex(name[0]), name[2] === "s" ? 0 : 1, rankIndex(name[1])]);
function compareNames(a, b) {
  const [keyA, keyB] = [sortKey(a), sortKey(b)];
  return keyA[0] - keyB[0] || keyA[1] - keyB[1] || keyA[2] - keyB[2];
}

// Return the text of a range: its classes by weight, full weights first.
export function rangeText(weights) {
  const byWeight = new Map();
  for (const [name, weight] of weights) {
    const percent = weight > FULL_WEIGHT ? 100 : Math.round(weight * 10000) / 100;
    if (percent > 0) byWeight.set(percent, [...(byWeight.get(percent) ?? []), name]);
  }
  return [...byWeight].sort(([a], [b]) => b - a).flatMap(([percent, names]) => {
    const parts = joinSpans(names.sort(compareNames));
    return percent === 100 ? parts : parts.map((part) => `${part}@${percent}`);
  }).join(", ");
}

// Add the cells to the grid, and return them in reading order: pairs on the diagonal, suited hands above.
function addCells(element) {
  const ranks = [...element.dataset.ranks];
  const rows = ranks.map((rowRank, row) => {
    const cells = ranks.map((columnRank, column) => {
      const name = row === column ? rowRank + rowRank : row < column ? `${rowRank}${columnRank}s` : `${columnRank}${rowRank}o`;
      const cell = Object.assign(document.createElement("button"), { type: "button", textContent: name, tabIndex: -1 });
      cell.dataset.class = name;
      cell.setAttribute("role", "gridcell");
      return cell;
    });
    const rowElement = document.createElement("div");
    rowElement.setAttribute("role", "row");
    rowElement.append(...cells);
    return rowElement;
  });
  element.querySelector(".range-cells")?.append(...rows);
  return rows.flatMap((rowElement) => [...rowElement.children]);
}

class RangeDialog {
  constructor(element, seat, onDone) {
    this.element = element;
    this.seat = seat;
    this.onDone = onDone;
    this.weights = new Map();
    this.cells = addCells(element);
    this.find("seat-name").textContent = seat.title;
    this.find("range-text").value = seat.input.value;
    if (this.cells.length) this.cells[0].tabIndex = 0;
    this.listen();
    // Wait for the styles; otherwise the dialog would jump under the pointer.
    const styles = element.querySelector("link");
    for (const end of ["load", "error"]) styles.addEventListener(end, () => this.open());
    document.body.append(element);
  }

  open() {
    this.element.showModal();
    this.find("range-text").focus();
    this.parseText();
  }

  find(name) { return this.element.querySelector(`[data-${name}]`); }
  get text() { return this.find("range-text").value.trim(); }

  listen() {
    const { element } = this;
    element.addEventListener("close", () => element.remove());
    element.addEventListener("input", (event) => {
      if (event.target === this.find("range-text")) this.parseSoon();
      if (event.target === this.find("range-percent")) this.selectBest(event.target.value);
    });
    element.addEventListener("click", (event) => this.handleClick(event.target.closest("button")));
    element.addEventListener("keydown", (event) => this.handleKey(event));
    const cells = element.querySelector(".range-cells");
    cells?.addEventListener("pointerdown", (event) => this.startPainting(event));
    cells?.addEventListener("pointermove", (event) => this.paintUnder(event));
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => { this.brush = null; });
  }

  handleClick(button) {
    if (!button) return;
    if ("example" in button.dataset) this.setText(button.dataset.example);
    if ("rangeClear" in button.dataset) this.setText("");
    if ("rangeClose" in button.dataset) this.element.close();
    if ("rangeUse" in button.dataset) this.accept();
  }

  setText(text) {
    this.find("range-text").value = text;
    this.parseText();
  }

  selectBest(percent) {
    this.setText(Number(percent) ? `${percent}%` : "");
  }

  // Check the text and use its range; keep the dialog open if the text is invalid.
  async accept() {
    const { text } = this;
    if (text !== this.checkedText) await this.parseText();
    if (text !== this.text || !this.element.open) return;
    if (this.isInvalid) {
      this.find("range-text").focus();
      return;
    }
    this.seat.input.value = text;
    this.element.close();
    this.onDone();
  }

  // Parse the text after a pause in typing.
  parseSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.parseText(), PAUSE_IN_TYPING);
  }

  async parseText() {
    clearTimeout(this.timer);
    const { rangeUrl, game } = this.element.dataset;
    const { text } = this;
    if (!rangeUrl) return;
    if (!text) {
      this.isInvalid = false;
      this.checkedText = text;
      this.showRange(new Map(), "No hands yet. Paint them, or type them.");
      return;
    }
    const response = await fetch(`${rangeUrl}?${new URLSearchParams({ game, hand: text })}`).catch(() => null);
    const range = await response?.json().catch(() => null);
    if (text !== this.text) return;
    this.isInvalid = Boolean(range?.error);
    this.checkedText = range ? text : null;
    if (!range || range.error) this.showStatus(range?.error ?? "The site can't be reached.", true);
    else this.showRange(new Map(Object.entries(range.weights)), `${Math.round(range.hands)} combos (${range.percent}%)`, range.percent);
  }

  showStatus(text, isInvalid = false) {
    const notice = this.find("range-status");
    notice.textContent = text;
    notice.classList.toggle("wrong", isInvalid);
  }

  showRange(weights, status, percent = 0) {
    this.weights = weights;
    for (const cell of this.cells) this.drawCell(cell);
    this.showStatus(status);
    const slider = this.find("range-percent");
    if (!slider) return;
    slider.value = percent;
    this.find("range-output").textContent = `${percent}%`;
  }

  drawCell(cell) {
    const weight = this.weights.get(cell.dataset.class) ?? 0;
    cell.style.setProperty("--painted", `${weight * 100}%`);
    cell.setAttribute("aria-selected", String(weight > 0));
    const percent = weight > 0 && weight < FULL_WEIGHT ? `, ${Math.round(weight * 100)}%` : "";
    cell.setAttribute("aria-label", cell.dataset.class + percent);
  }

  // Paint or erase, depending on the first cell, and update the text.
  startPainting(event) {
    const cell = event.target.closest("[data-class]");
    if (!cell) return;
    event.preventDefault();
    cell.focus();
    this.brush = this.brushFor(cell);
    this.paint(cell);
  }

  brushFor(cell) {
    const weight = Number(this.find("range-weight").value);
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
    this.drawCell(cell);
    this.find("range-text").value = rangeText(this.weights);
    this.parseSoon();
  }

  handleKey(event) {
    const cell = event.target.closest("[data-class]");
    if (!cell) {
      if (event.key === "Enter" && event.target.matches("[data-range-text]")) this.accept();
      return;
    }
    const columnStep = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const rowStep = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
    if (columnStep || rowStep) {
      event.preventDefault();
      this.moveFocus(cell, columnStep + rowStep * Math.sqrt(this.cells.length));
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      this.brush = this.brushFor(cell);
      this.paint(cell);
      this.brush = null;
    }
  }

  moveFocus(cell, step) {
    const next = this.cells[this.cells.indexOf(cell) + step];
    if (!next) return;
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

// Open the dialog, and call `onDone` when the range is in the field of the seat.
export function open(seat, onDone) {
  if (document.querySelector(".range-dialog")) return;
  const template = document.querySelector("[data-range-dialog]");
  new RangeDialog(template.content.cloneNode(true).querySelector("dialog"), seat, onDone);
}
