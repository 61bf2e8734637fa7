// The slots of the table: the field of each hand and board, drawn as slots.

import { PIPS, isCard, read, write } from "./cards.js";

const MUCKED = /^\s*mucked\s*$/i;
const LONG = 9; // minimum letters of a name that gets its own line on a narrow plate
const ANY = /^\s*\*\s*$/;
const LOW_ONLY = /^L[L\d\n]*$/; // letters of contests and the number of their board, a line for each board

// A hand or a board.
class CardGroup {
  #text = null; // the last parsed text; the other field has its cards
  #cards = null;

  constructor(element) {
    this.element = element;
    this.input = element.querySelector("[data-cards]");
    this.slots = element.querySelector("[data-slots]");
  }

  get name() { return this.input.name; } // changes when an earlier player is removed
  get isHand() { return this.name.startsWith("hand-"); }
  get isOptional() { return "optional" in this.input.dataset; }
  get isMucked() { return MUCKED.test(this.input.value); }
  get size() { return Number(this.input.dataset.cards); }

  // Codes, with null for empty slots; null if the text is not a list of cards.
  get cards() {
    if (this.#text !== this.input.value) {
      this.#text = this.input.value;
      this.#cards = ANY.test(this.#text) ? Array(this.size).fill("?") : this.isMucked ? [] : read(this.#text);
    }
    return this.#cards;
  }

  set cards(cards) { this.input.value = write(cards); }

  get title() {
    const name = this.element.querySelector("[name^=label-]");
    return name?.value.trim() || name?.dataset.default
      || this.element.querySelector("label[for^=id_board], .typed label").textContent;
  }

  put(index, card) {
    const cards = [...this.cards ?? []];
    while (cards.length <= index) cards.push(null);
    cards[index] = card;
    this.cards = cards;
  }
}

const groupOfElement = new WeakMap(); // keeps the parsed cards of each element
const groupOf = (input) => {
  const element = input.closest("[data-card-group]");
  if (!groupOfElement.has(element)) groupOfElement.set(element, new CardGroup(element));
  return groupOfElement.get(element);
};
export const groupsOf = (form) => [...form.querySelectorAll("[data-card-group] [data-cards]")].map(groupOf);

// If the last card of a stud game is shared, each hand has one card less.
export function slotCount(group, groups) {
  const isShared = groups.some((other) => other.isOptional && other.cards?.some(isCard));
  return group.size - (isShared && !group.isOptional ? 1 : 0);
}

export const isFull = (group, groups) => {
  const cards = group.cards;
  if (group.isMucked || cards === null) return true;
  return cards.filter((card) => card !== null).length >= slotCount(group, groups);
};

// Boards of a later run may begin with the cards of the first.
export function isSharedStart(group, index, code, groups) {
  const first = groups.find((other) => other.input.id === group.input.dataset.laterRunOf)?.cards;
  if (!first || first[index] !== code) return false;
  const own = group.cards ?? [];
  return first.slice(0, index).every((card, at) => own[at] === card);
}

export function holderOf(code, groups) {
  for (const group of groups) {
    const index = (group.cards ?? []).findIndex(
      (card, at) => card === code && !isSharedStart(group, at, code, groups),
    );
    if (index >= 0) return { group, index };
  }
  return null;
}

function fill(slot, code, half, nameOf) {
  const shown = `${code ?? ""}|${half}`;
  if (slot.dataset.shown === shown) return;
  slot.dataset.shown = shown;
  slot.replaceChildren();
  slot.removeAttribute("title");
  if (isCard(code)) {
    const [rank, pip] = ["b", "span"].map((tag) => document.createElement(tag));
    rank.textContent = code[0] === "T" ? "10" : code[0];
    pip.textContent = PIPS[code[1]];
    slot.append(rank, pip);
    slot.title = nameOf(code);
  } else if (half || code) {
    slot.append(Object.assign(document.createElement("b"), { textContent: half || code }));
  }
}

// Return the cards that are in more than one slot, except those shared by two runs.
export function findDuplicates(groups) {
  const seen = new Set();
  const again = new Set();
  for (const group of groups) {
    for (const [index, code] of (group.cards ?? []).entries()) {
      if (!isCard(code) || isSharedStart(group, index, code, groups)) continue;
      (seen.has(code) ? again : seen).add(code);
    }
  }
  return again;
}

// Skip equal values: writing them makes the browser compute styles again.
function setAttributes(element, attributes) {
  for (const [name, text] of Object.entries(attributes)) {
    if (element.getAttribute(name) === text) continue;
    if (text === null) element.removeAttribute(name);
    else element.setAttribute(name, text);
  }
}

function fitSlots(slots, count) {
  while (slots.children.length > count) slots.lastChild.remove();
  while (slots.children.length < count) {
    const slot = Object.assign(document.createElement("button"), { type: "button" });
    slot.dataset.slot = slots.children.length;
    slots.append(slot);
  }
}

// Write the player's name, which may have changed, into the labels of the seat.
function labelSeat({ element, title }) {
  const label = element.querySelector(".typed label");
  if (label.textContent !== title) label.textContent = title;
  for (const [selector, verb] of [["[data-slots]", "Cards of"], ["[data-range]", "Range of"], [".remove", "Remove"]]) {
    const part = element.querySelector(selector);
    if (part) setAttributes(part, { "aria-label": `${verb} ${title}` });
  }
}

// Draw the slots of a hand or board. `cursor` is the slot of the next card, `again` has the cards
// that are in several slots.
export function draw(group, { groups, cursor, half, again, nameOf }) {
  const cards = group.cards;
  const isText = cards === null || group.element.classList.contains("typing");
  group.element.classList.toggle("as-text", isText);
  group.element.classList.toggle("mucked", group.isMucked);
  group.element.classList.toggle("long-name", group.title.length > LONG);
  const count = isText ? 0 : Math.max(slotCount(group, groups), cards.length);
  fitSlots(group.slots, count);
  const { title } = group;
  if (group.isHand) labelSeat(group);
  const plays = (group.element.querySelector("[data-plays]")?.dataset.plays ?? "").split(" ");
  const winning = new Map(plays.filter(Boolean).map((each) => each.split(":")));
  const at = cursor?.name === group.name ? cursor.index : null;
  [...group.slots.children].forEach((slot, index) => {
    const code = cards[index] ?? null;
    const isNext = at === index;
    const isAgain = again.has(code) && !isSharedStart(group, index, code, groups);
    fill(slot, code, isNext ? half : "", nameOf);
    setAttributes(slot, {
      class: [
        "card slot", isCard(code) ? `suit-${code[1]}` : code ? "unknown" : "vacant",
        isNext ? "next" : "", isAgain ? "twice" : "", winning.has(code) ? "lifted" : "", LOW_ONLY.test(winning.get(code)) ? "low" : "",
      ].filter(Boolean).join(" "),
      "aria-label": `${title}, card ${index + 1}: ${isCard(code) ? nameOf(code) : code ? "unknown" : "empty"}`,
      "data-wins": winning.get(code) || null,
      "aria-current": isNext ? "true" : null,
      tabindex: index === Math.min(at ?? 0, count - 1) ? "0" : "-1",
    });
  });
}
