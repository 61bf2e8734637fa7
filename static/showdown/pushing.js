// Push chips from the middle to players, by dragging or by tapping a chip and then a player. Number
// fields, hidden in a folded section, contain each player's chips and can also be edited.

import { drag } from "./dragging.js";

const SIZES = [1, 5, 25, 100, 500, 1000, 5000, 25000, 100000];
const SHORT = new Intl.NumberFormat("en", { notation: "compact" });
const HINT = "Drag chips, or tap a chip, then a player.";

function button(text, label, act, className) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, className });
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

// Chips of these sizes, and one for all remaining chips; a tap pushes the selected one.
function rack(sizes) {
  const row = Object.assign(document.createElement("div"), { className: "chip-tray" });
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Chips");
  const press = (chip) => {
    for (const one of row.querySelectorAll(".chip-button")) one.setAttribute("aria-pressed", String(one === chip));
  };
  for (const [index, size] of [...sizes, "all"].entries()) {
    const [text, label] = size === "all" ? ["All", "All left"] : [SHORT.format(size), size.toLocaleString("en")];
    const chip = button(text, label, () => press(chip), "chip-button");
    chip.addEventListener("pointerdown", () => press(chip));
    chip.dataset.size = size;
    chip.dataset.color = size === "all" ? "all" : index % 5;
    row.append(chip);
  }
  press(row.lastChild.previousSibling);
  return row;
}

// A player: the seat with the cards, and the field of the chips.
class Taker {
  constructor(input, onPush, onChange) {
    this.input = input;
    this.seat = document.querySelector(`[data-seat="${CSS.escape(input.name)}"]`);
    this.push = button("", "", () => {}, "push-button"); // the surrounding seat handles the press
    this.clear = button("×", `Clear ${input.name}`, (event) => {
      event.stopPropagation();
      this.chips = 0;
      this.push.focus();
    }, "clear-button");
    this.seat.querySelector(".pushed-chips").append(this.push, this.clear);
    this.seat.addEventListener("click", () => onPush(this));
    input.addEventListener("input", onChange);
  }

  get chips() { return Number(this.input.value); }
  set chips(chips) {
    this.input.value = chips || "";
    this.input.dispatchEvent(new Event("input"));
  }

  show() {
    const gets = Object.assign(document.createElement("span"), { textContent: "gets " });
    this.push.replaceChildren(...(this.chips ? [gets, this.chips.toLocaleString("en")] : ["Push"]));
    this.push.setAttribute("aria-label", `${this.push.textContent}: push to ${this.input.name}`);
    this.clear.hidden = !this.chips;
  }

  mark(isTarget) { this.seat.classList.toggle("is-target", isTarget); }
}

export function pushing(form) {
  const whole = Number(form.dataset.whole);
  const unit = Number(form.dataset.unit.replaceAll(",", ""));
  const sizes = SIZES.filter((size) => size % unit === 0 && size <= whole).slice(-6);
  if (sizes[0] !== unit) sizes.unshift(unit);
  const row = rack(sizes);
  const left = Object.assign(document.createElement("output"), { className: "chips-left" });
  row.prepend(left, form.querySelector(".primary"));
  const error = form.querySelector(".message");
  row.append(error ?? Object.assign(document.createElement("p"), { textContent: HINT }));
  form.prepend(row);
  form.querySelector(".amounts").open = Boolean(form.querySelector(".amounts .error"));

  const inputs = [...form.querySelectorAll("input[type=number]")];
  const pushPressed = (taker) => push(row.querySelector("[aria-pressed=true]"), taker);
  const takers = inputs.map((input) => new Taker(input, pushPressed, show));
  const remaining = () => whole - takers.reduce((sum, taker) => sum + taker.chips, 0);
  const at = (x, y) => takers.find((taker) => document.elementsFromPoint(x, y).some((one) => taker.seat.contains(one)));

  function show() {
    left.textContent = `${remaining().toLocaleString("en")} left${form.dataset.rake === undefined ? "" : ", with the rake"}`;
    for (const taker of takers) taker.show();
  }

  function push(chip, taker) {
    const most = Math.max(0, remaining());
    const { size } = chip.dataset;
    taker.chips += size === "all" ? most : Math.min(Number(size), most);
  }

  drag(row, {
    holds: (event) => event.target.closest(".chip-button"),
    over(x, y) {
      const target = at(x, y);
      for (const taker of takers) taker.mark(taker === target);
    },
    drop(chip, x, y) {
      const taker = at(x, y);
      if (taker) push(chip, taker);
    },
    end() { for (const taker of takers) taker.mark(false); },
  });
  document.querySelector(".drill").classList.add("has-chip-tray");
  show();
}
