// The slots of the table: the field of each hand and board, drawn as slots.

import { SUIT_SYMBOLS, formatCards, isCard, parseCards } from "./cards.js";

const MUCKED = /^\s*mucked\s*$/i;
const MAX_SHORT_NAME = 9; // letters; a longer name gets its own line on a narrow plate
const ANY_HAND = /^\s*\*\s*$/;
const LOW_ONLY = /^L[L\d\n]*$/; // a line for each board: letters of contests, and the board's number

// A hand or a board.
class CardGroup {
  #text = null; // the last parsed text; its cards are in `#cards`
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

  // The codes of the cards, with null for empty slots; null if the text is not a list of cards.
  get cards() {
    if (this.#text !== this.input.value) {
      this.#text = this.input.value;
      this.#cards = ANY_HAND.test(this.#text) ? Array(this.size).fill("?") : this.isMucked ? [] : parseCards(this.#text);
    }
    return this.#cards;
  }

  set cards(cards) { this.input.value = formatCards(cards); }

  get title() {
    const name = this.element.querySelector("[name^=label-]");
    return name?.value.trim() || name?.dataset.default
      || this.element.querySelector("label[for^=id_board], .typed label").textContent;
  }

  setCard(index, card) {
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

// Return the number of slots. If the last card of a stud game is shared, each hand has one card fewer.
export function countSlots(group, groups) {
  const isShared = groups.some((other) => other.isOptional && other.cards?.some(isCard));
  return group.size - (isShared && !group.isOptional ? 1 : 0);
}

export const isFull = (group, groups) => {
  const cards = group.cards;
  if (group.isMucked || cards === null) return true;
  return cards.filter((card) => card !== null).length >= countSlots(group, groups);
};

// Return whether the first run has the same cards up to this card. Later runs may begin like the first.
export function isSharedByRuns(group, index, code, groups) {
  const first = groups.find((other) => other.input.id === group.input.dataset.laterRunOf)?.cards;
  if (!first || first[index] !== code) return false;
  const cards = group.cards ?? [];
  return first.slice(0, index).every((card, i) => cards[i] === card);
}

// Return the group and the index of the slot that holds the card.
export function findHolder(code, groups) {
  for (const group of groups) {
    const index = (group.cards ?? []).findIndex(
      (card, i) => card === code && !isSharedByRuns(group, i, code, groups),
    );
    if (index >= 0) return { group, index };
  }
  return null;
}

function fillSlot(slot, code, typedRank, cardName) {
  const content = `${code ?? ""}|${typedRank}`;
  if (slot.dataset.content === content) return;
  slot.dataset.content = content;
  slot.replaceChildren();
  slot.removeAttribute("title");
  if (isCard(code)) {
    const [rank, suit] = ["b", "span"].map((tag) => document.createElement(tag));
    rank.textContent = code[0] === "T" ? "10" : code[0];
    suit.textContent = SUIT_SYMBOLS[code[1]];
    slot.append(rank, suit);
    slot.title = cardName(code);
  } else if (typedRank || code) {
    slot.append(Object.assign(document.createElement("b"), { textContent: typedRank || code }));
  }
}

// Return the cards that are in more than one slot, except cards shared by two runs.
export function findDuplicates(groups) {
  const usedCards = new Set();
  const duplicates = new Set();
  for (const group of groups) {
    for (const [index, code] of (group.cards ?? []).entries()) {
      if (!isCard(code) || isSharedByRuns(group, index, code, groups)) continue;
      (usedCards.has(code) ? duplicates : usedCards).add(code);
    }
  }
  return duplicates;
}

// Skip equal values, because writing them makes the browser compute styles again.
function setAttributes(element, attributes) {
  for (const [name, text] of Object.entries(attributes)) {
    if (element.getAttribute(name) === text) continue;
    if (text === null) element.removeAttribute(name);
    else element.setAttribute(name, text);
  }
}

function setSlotCount(slots, count) {
  while (slots.children.length > count) slots.lastChild.remove();
  while (slots.children.length < count) {
    const slot = Object.assign(document.createElement("button"), { type: "button" });
    slot.dataset.slot = slots.children.length;
    slots.append(slot);
  }
}

// Write the player's name, which may have changed, into the labels of the seat.
function labelSeat({ element, title }) {
  setAttributes(element.querySelector("[name^=label-]"), { title: title.length > MAX_SHORT_NAME ? title : null });
  const label = element.querySelector(".typed label");
  if (label.textContent !== title) label.textContent = title;
  for (const [selector, verb] of [["[data-slots]", "Cards of"], ["[data-range]", "Range of"], [".remove", "Remove"]]) {
    const part = element.querySelector(selector);
    if (part) setAttributes(part, { "aria-label": `${verb} ${title}` });
  }
}

// Draw the slots of a hand or board. `cursor` is the slot of the next card; `duplicates` are the cards
// that are in several slots.
export function drawGroup(group, { groups, cursor, typedRank, duplicates, cardName }) {
  const cards = group.cards;
  const isText = cards === null || group.element.classList.contains("typing");
  group.element.classList.toggle("as-text", isText);
  group.element.classList.toggle("mucked", group.isMucked);
  group.element.classList.toggle("long-name", group.title.length > MAX_SHORT_NAME);
  const count = isText ? 0 : Math.max(countSlots(group, groups), cards.length);
  setSlotCount(group.slots, count);
  const { title } = group;
  if (group.isHand) labelSeat(group);
  const plays = (group.element.querySelector("[data-plays]")?.dataset.plays ?? "").split(" ");
  const contestsOfCard = new Map(plays.filter(Boolean).map((play) => play.split(":")));
  const cursorIndex = cursor?.name === group.name ? cursor.index : null;
  [...group.slots.children].forEach((slot, index) => {
    const code = cards[index] ?? null;
    const isNext = cursorIndex === index;
    const isDuplicate = duplicates.has(code) && !isSharedByRuns(group, index, code, groups);
    fillSlot(slot, code, isNext ? typedRank : "", cardName);
    setAttributes(slot, {
      class: [
        "card slot", isCard(code) ? `suit-${code[1]}` : code ? "unknown" : "vacant",
        isNext ? "next" : "", isDuplicate ? "duplicate" : "", contestsOfCard.has(code) ? "lifted" : "", LOW_ONLY.test(contestsOfCard.get(code)) ? "low" : "",
      ].filter(Boolean).join(" "),
      "aria-label": `${title}, card ${index + 1}: ${isCard(code) ? cardName(code) : code ? "unknown" : "empty"}`,
      "data-wins": contestsOfCard.get(code) || null,
      "aria-current": isNext ? "true" : null,
      tabindex: index === Math.min(cursorIndex ?? 0, count - 1) ? "0" : "-1",
    });
  });
}
