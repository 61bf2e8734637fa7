// The slots of the table: the field of each hand and board, drawn as slots.

import { PIPS, isCard, read, write } from "./cards.js";

const MUCKED = /^\s*mucked\s*$/i;
const LONG = 9; // minimum letters of a name that gets its own line on a narrow plate
const ANY = /^\s*\*\s*$/;
const LOW_ONLY = /^L[L\d\n]*$/; // letters of contests and the number of their board, a line for each board

// A hand or a board.
export class Place {
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

const known = new WeakMap(); // the places by their elements, so that their cards are read once
const placeOf = (input) => {
  const element = input.closest("[data-place]");
  if (!known.has(element)) known.set(element, new Place(element));
  return known.get(element);
};
export const placesOf = (form) => [...form.querySelectorAll("[data-place] [data-cards]")].map(placeOf);

// If the last card of a stud game is shared, each hand has one card less.
export function wanted(place, places) {
  const isShared = places.some((other) => other.isOptional && other.cards?.some(isCard));
  return place.size - (isShared && !place.isOptional ? 1 : 0);
}

export const isFull = (place, places) => {
  const cards = place.cards;
  if (place.isMucked || cards === null) return true;
  return cards.filter((card) => card !== null).length >= wanted(place, places);
};

// Boards of a later run may begin with the cards of the first.
export function isSharedStart(place, index, code, places) {
  const first = places.find((other) => other.input.id === place.input.dataset.laterRunOf)?.cards;
  if (!first || first[index] !== code) return false;
  const own = place.cards ?? [];
  return first.slice(0, index).every((card, at) => own[at] === card);
}

export function holderOf(code, places) {
  for (const place of places) {
    const index = (place.cards ?? []).findIndex(
      (card, at) => card === code && !isSharedStart(place, at, code, places),
    );
    if (index >= 0) return { place, index };
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
export function twice(places) {
  const seen = new Set();
  const again = new Set();
  for (const place of places) {
    for (const [index, code] of (place.cards ?? []).entries()) {
      if (!isCard(code) || isSharedStart(place, index, code, places)) continue;
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
function nameParts({ element, title }) {
  const label = element.querySelector(".typed label");
  if (label.textContent !== title) label.textContent = title;
  for (const [selector, verb] of [["[data-slots]", "Cards of"], ["[data-range]", "Range of"], [".remove", "Remove"]]) {
    const part = element.querySelector(selector);
    if (part) setAttributes(part, { "aria-label": `${verb} ${title}` });
  }
}

// Draw the slots of a hand or board. `cursor` is the slot of the next card, `again` has the cards
// that are in several slots.
export function draw(place, { places, cursor, half, again, nameOf }) {
  const cards = place.cards;
  const isText = cards === null || place.element.classList.contains("typing");
  place.element.classList.toggle("as-text", isText);
  place.element.classList.toggle("mucked", place.isMucked);
  place.element.classList.toggle("long-name", place.title.length > LONG);
  const count = isText ? 0 : Math.max(wanted(place, places), cards.length);
  fitSlots(place.slots, count);
  const { title } = place;
  if (place.isHand) nameParts(place);
  const plays = (place.element.querySelector("[data-plays]")?.dataset.plays ?? "").split(" ");
  const winning = new Map(plays.filter(Boolean).map((each) => each.split(":")));
  const at = cursor?.name === place.name ? cursor.index : null;
  [...place.slots.children].forEach((slot, index) => {
    const code = cards[index] ?? null;
    const isNext = at === index;
    const isAgain = again.has(code) && !isSharedStart(place, index, code, places);
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
