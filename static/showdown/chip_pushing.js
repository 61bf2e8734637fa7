// Push chips from the middle to players, by dragging or by tapping a chip and then a player. Number
// fields, hidden in a folded section, contain each player's chips and can also be edited.

import { drag } from "./dragging.js";

const CHIP_SIZES = [1, 5, 25, 100, 500, 1000, 5000, 25000, 100000];
const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });
const HINT = "Drag chips, or tap a chip, then a player.";

function createButton(text, label, onClick, className) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, className });
  if (label) button.setAttribute("aria-label", label);
  button.addEventListener("click", onClick);
  return button;
}

// Return a tray with a chip of each size, and one for all remaining chips. A tap on a player pushes the
// selected chip.
function createTray(sizes) {
  const tray = Object.assign(document.createElement("div"), { className: "chip-tray" });
  tray.setAttribute("role", "group");
  tray.setAttribute("aria-label", "Chips");
  const select = (chip) => {
    for (const other of tray.querySelectorAll(".chip-button")) other.setAttribute("aria-pressed", String(other === chip));
  };
  for (const [index, size] of [...sizes, "all"].entries()) {
    const [text, label] = size === "all" ? ["All", "All left"] : [COMPACT.format(size), size.toLocaleString("en")];
    const chip = createButton(text, label, () => select(chip), "chip-button");
    chip.addEventListener("pointerdown", () => select(chip));
    chip.dataset.size = size;
    chip.dataset.color = size === "all" ? "all" : index % 5;
    tray.append(chip);
  }
  select(tray.lastChild.previousSibling);
  return tray;
}

// A player: the seat with the cards, and the field for the chips.
class Receiver {
  constructor(input, onPush, onChange) {
    this.input = input;
    this.seat = document.querySelector(`[data-seat="${CSS.escape(input.name)}"]`);
    this.pushButton = createButton("", "", () => {}, "push-button"); // the surrounding seat handles the press
    this.clearButton = createButton("×", `Clear ${input.name}`, (event) => {
      event.stopPropagation();
      this.chips = 0;
      this.pushButton.focus();
    }, "clear-button");
    this.seat.querySelector(".pushed-chips").append(this.pushButton, this.clearButton);
    this.seat.addEventListener("click", () => onPush(this));
    input.addEventListener("input", onChange);
  }

  get chips() { return Number(this.input.value); }
  set chips(chips) {
    this.input.value = chips || "";
    this.input.dispatchEvent(new Event("input"));
  }

  show() {
    const prefix = Object.assign(document.createElement("span"), { textContent: "gets " });
    this.pushButton.replaceChildren(...(this.chips ? [prefix, this.chips.toLocaleString("en")] : ["Push"]));
    this.pushButton.setAttribute("aria-label", `${this.pushButton.textContent}: push to ${this.input.name}`);
    this.clearButton.hidden = !this.chips;
  }

  markTarget(isTarget) { this.seat.classList.toggle("is-target", isTarget); }
}

export function enablePushing(form) {
  const total = Number(form.dataset.total);
  const unit = Number(form.dataset.unit.replaceAll(",", ""));
  const sizes = CHIP_SIZES.filter((size) => size % unit === 0 && size <= total).slice(-6);
  if (sizes[0] !== unit) sizes.unshift(unit);
  const tray = createTray(sizes);
  const remainingOutput = Object.assign(document.createElement("output"), { className: "chips-left" });
  tray.prepend(remainingOutput, form.querySelector(".primary"));
  const error = form.querySelector(".message");
  tray.append(error ?? Object.assign(document.createElement("p"), { textContent: HINT }));
  form.prepend(tray);
  form.querySelector(".amounts").open = Boolean(form.querySelector(".amounts .error"));

  const inputs = [...form.querySelectorAll("input[type=number]")];
  const pushSelected = (receiver) => push(tray.querySelector("[aria-pressed=true]"), receiver);
  const receivers = inputs.map((input) => new Receiver(input, pushSelected, show));
  const remaining = () => total - receivers.reduce((sum, receiver) => sum + receiver.chips, 0);
  const receiverAt = (x, y) => receivers.find((receiver) => document.elementsFromPoint(x, y).some((element) => receiver.seat.contains(element)));

  function show() {
    remainingOutput.textContent = `${remaining().toLocaleString("en")} left${form.dataset.rake === undefined ? "" : ", with the rake"}`;
    for (const receiver of receivers) receiver.show();
  }

  function push(chip, receiver) {
    const available = Math.max(0, remaining());
    const { size } = chip.dataset;
    receiver.chips += size === "all" ? available : Math.min(Number(size), available);
  }

  drag(tray, {
    findDragged: (event) => event.target.closest(".chip-button"),
    onMove(x, y) {
      const target = receiverAt(x, y);
      for (const receiver of receivers) receiver.markTarget(receiver === target);
    },
    onDrop(chip, x, y) {
      const receiver = receiverAt(x, y);
      if (receiver) push(chip, receiver);
    },
    onEnd() { for (const receiver of receivers) receiver.markTarget(false); },
  });
  document.querySelector(".drill").classList.add("has-chip-tray");
  show();
}
