// The slots of the table: each place for cards is a field, which is sent, drawn as slots.

import { isCard, read, write } from "./cards.js";

const MUCKED = /^\s*mucked\s*$/i;
const ANY = /^\s*\*\s*$/;

// A place for cards: a hand or a board.
export class Place {
  constructor(element) {
    this.element = element;
    this.input = element.querySelector("[data-cards]");
    this.slots = element.querySelector("[data-slots]");
    this.name = this.input.name;
  }

  get isHand() { return this.name.startsWith("hand-"); }
  get isOptional() { return "optional" in this.input.dataset; }
  get isMucked() { return MUCKED.test(this.input.value); }
  get size() { return Number(this.input.dataset.cards); }

  // Codes, null where a slot is empty; null altogether for what is no list of cards.
  get cards() {
    if (ANY.test(this.input.value)) return Array(this.size).fill("?");
    return this.isMucked ? [] : read(this.input.value);
  }

  set cards(cards) { this.input.value = write(cards); }

  get title() {
    const name = this.element.querySelector("[name^=label-]");
    return name?.value.trim() || this.element.querySelector("label[for^=id_board], .typed label").textContent;
  }

  put(index, card) {
    const cards = this.cards ?? [];
    while (cards.length <= index) cards.push(null);
    cards[index] = card;
    this.cards = cards;
  }
}

export const placesOf = (form) => [...form.querySelectorAll("[data-place]")]
  .filter((element) => element.querySelector("[data-cards]"))
  .map((element) => new Place(element));

// Where the last card of a stud game is shared, each hand has one card less.
export function wanted(place, places) {
  const isShared = places.some((other) => other.isOptional && other.cards?.some(isCard));
  return place.size - (isShared && !place.isOptional ? 1 : 0);
}

export const isFull = (place, places) => {
  const cards = place.cards;
  if (place.isMucked || cards === null) return true;
  return cards.filter((card) => card !== null).length >= wanted(place, places);
};

// The boards of a later run may begin with the cards of the first.
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
  if (isCard(code)) {
    const [rank, pip] = ["b", "span"].map((tag) => document.createElement(tag));
    rank.textContent = code[0] === "T" ? "10" : code[0];
    pip.textContent = { c: "♣", d: "♦", h: "♥", s: "♠" }[code[1]];
    slot.append(rank, pip);
    slot.title = nameOf(code);
  } else if (half || code) {
    slot.append(Object.assign(document.createElement("b"), { textContent: half || code }));
  }
}

// Draws the slots of a place; `cursor` is the slot that takes the next card.
export function draw(place, places, cursor, half, nameOf) {
  const cards = place.cards;
  const isText = cards === null || place.element.classList.contains("typing");
  place.element.classList.toggle("as-text", isText);
  place.element.classList.toggle("mucked", place.isMucked);
  const count = isText ? 0 : Math.max(wanted(place, places), cards.length);
  while (place.slots.children.length > count) place.slots.lastChild.remove();
  while (place.slots.children.length < count) {
    const slot = Object.assign(document.createElement("button"), { type: "button" });
    slot.dataset.slot = place.slots.children.length;
    place.slots.append(slot);
  }
  const plays = (place.element.querySelector("[data-plays]")?.dataset.plays ?? "").split(" ");
  [...place.slots.children].forEach((slot, index) => {
    const code = cards[index] ?? null;
    const isNext = cursor?.name === place.name && cursor.index === index;
    const holder = isCard(code) && holderOf(code, places);
    const isTwice = holder && !isSharedStart(place, index, code, places)
      && (holder.place !== place || holder.index !== index);
    slot.className = [
      "card slot", isCard(code) ? `suit-${code[1]}` : code ? "unknown" : "vacant",
      isNext ? "next" : "", isTwice ? "twice" : "", plays.includes(code) ? "lifted" : "",
    ].join(" ");
    fill(slot, code, isNext ? half : "", nameOf);
    const said = isCard(code) ? nameOf(code) : code ? "unknown" : "empty";
    slot.setAttribute("aria-label", `${place.title}, card ${index + 1}: ${said}`);
    slot.toggleAttribute("aria-current", false);
    if (isNext) slot.setAttribute("aria-current", "true");
    const reached = cursor?.name === place.name ? cursor.index : 0;
    slot.tabIndex = index === Math.min(reached, count - 1) ? 0 : -1;
  });
}
