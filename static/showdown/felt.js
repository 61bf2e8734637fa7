// The visible table: its elements, the cursor for the next card, and drawing.
// The cards are in fields of the form, into which they are typed without JavaScript.

import { drawGroup, findDuplicates, groupsOf } from "./slots.js";
import { UndoHistory, spotOf } from "./spot.js";

export const stage = document.querySelector("[data-stage]");
export const form = document.querySelector("[data-table]");

// `cursor` is the position of the next card: the name of its field, and the index of its slot.
// `typedRank` is the rank of a card whose suit isn't typed yet. `isJustDealt` is true from the last
// picked card until the verdict is in view.
export const state = { cursor: null, typedRank: "", isJustDealt: false, undoHistory: new UndoHistory(spotOf(form)) };

export const cardGroups = () => groupsOf(form);
export const groupNamed = (name) => cardGroups().find((group) => group.name === name);
export const pickerButtons = () => [...form.querySelectorAll("[data-card]")];
export const slotAt = (position) => position && groupNamed(position.name)?.slots.children[position.index];
export const slotOf = (element) => element?.closest?.("[data-slot]");
export const positionOf = (slot) => ({
  name: slot.closest("[data-card-group]").querySelector("[data-cards]").name,
  index: Number(slot.dataset.slot),
});
export const isSamePosition = (a, b) => a?.name === b?.name && a?.index === b?.index;
export const cardAt = (position) => groupNamed(position.name)?.cards?.[position.index] ?? null;

export const cardName = (code) => form.querySelector(`[data-card="${code}"]`)?.getAttribute("aria-label") ?? code;

// After the last card, scroll to the felt, or to the part of it with the verdict.
export function bringVerdictIntoView() {
  if (!state.isJustDealt || state.cursor) return;
  state.isJustDealt = false;
  for (const part of [".rail", "#verdict"]) {
    form.querySelector(part).scrollIntoView({ block: "nearest", behavior: "instant" });
  }
}

// Skip equal values, because writing them makes the browser compute styles again.
const setIfChanged = (target, name, text) => { if (target[name] !== text) target[name] = text; };

const addCommas = (text) => text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
const THOUSANDS = /(?<=\d)[,'\u2009\u202f](?=\d{3}(?!\d))/g;
const BET = /^\d{1,15}(\.\d{1,2})?$/;
// Format a bet like the payouts: `1,500`, or `12.50` if there are cents.
function formatBet(text) {
  const amount = text.trim().replace(THOUSANDS, "");
  return BET.test(amount) ? addCommas(amount.replace(/\.0{1,2}$/, "").replace(/\.\d$/, "$&0")) : "";
}

export function drawTable() {
  const groups = cardGroups();
  const { cursor, typedRank } = state;
  const duplicates = findDuplicates(groups);
  for (const group of groups) drawGroup(group, { groups, cursor, typedRank, duplicates, cardName });
  stage.classList.toggle("has-winners", Boolean(form.querySelector(".slot.lifted")));
  turnLaterCards(groups);
  const usedCards = new Set(groups.flatMap((group) => group.cards ?? []));
  for (const button of pickerButtons()) setIfChanged(button, "ariaPressed", String(usedCards.has(button.dataset.card)));
  if (!form.querySelector('[data-card][tabindex="0"]')) pickerButtons()[0].tabIndex = 0;
  for (const tag of form.querySelectorAll(".tag-text")) {
    setIfChanged(tag.closest("[data-card-group]").dataset, "state", tag.dataset.state);
  }
  for (const button of form.querySelectorAll("[data-undo]")) button.disabled = !state.undoHistory.canUndo;
  for (const button of form.querySelectorAll("[data-redo]")) button.disabled = !state.undoHistory.canRedo;
  const wasPicking = stage.classList.contains("picking");
  stage.classList.toggle("picking", state.cursor !== null);
  // With `html:has(.picking)`, every change would restyle the page.
  document.documentElement.classList.toggle("with-picker", state.cursor !== null);
  observeVerdict(wasPicking);
  if (wasPicking && state.cursor === null) {
    state.isJustDealt = true;
    // Ignore a second tap, which would hit an element that has moved below the finger.
    if (matchMedia("(hover: none)").matches) document.body.animate({ pointerEvents: ["none", "none"] }, 400);
  }
  const isExpanded = String(stage.classList.contains("with-chips"));
  for (const toggle of form.querySelectorAll("[data-chips]")) toggle.setAttribute("aria-expanded", isExpanded);
  const maxLength = Number(form.querySelector("[data-felt]").dataset.maxAmountLength);
  const bets = [...form.querySelectorAll("[data-bet-of]")];
  for (const bet of bets) {
    setIfChanged(bet, "textContent", formatBet(form.elements[bet.dataset.betOf].value));
    bet.classList.toggle("long-amount", bet.textContent.length > maxLength);
  }
  stage.classList.toggle("with-bets", bets.some((bet) => bet.textContent));
  const { button } = form.elements;
  if (button.value) import("./dealer_button.js");
  setIfChanged(form.querySelector("[data-without-button]"), "hidden", button.value !== "");
  for (const [index, disc] of [...form.querySelectorAll(".disc")].entries()) {
    const { title } = groupNamed(`hand-${index}`);
    setIfChanged(disc, "hidden", button.value !== `seat-${index}`);
    setIfChanged(form.querySelectorAll(".bet-name")[index], "textContent", title);
    setIfChanged(button.options[index + 1], "textContent", title);
  }
  showVerdictLine();
}

// On an earlier street, turn the cards that are dealt later face down.
function turnLaterCards(groups) {
  const street = form.querySelector('[name="street"]:checked');
  if (!street?.value) return;
  const { dealt, fieldPrefix } = street.dataset;
  for (const group of groups.filter(({ name }) => name.startsWith(fieldPrefix))) {
    for (const slot of [...group.slots.children].slice(dealt)) {
      slot.classList.add("later");
      slot.ariaLabel += ", dealt later";
    }
  }
}

// The dock shows the verdict only while the verdict on the felt is out of view.
let observedVerdict = null;
let observer = null;
function observeVerdict(wasPicking) {
  const verdict = document.getElementById("verdict");
  const mayBeCovered = state.cursor !== null || stage.classList.contains("with-chips");
  if (!mayBeCovered || observedVerdict === verdict && wasPicking) return;
  observedVerdict = verdict;
  observer?.disconnect();
  const rootMargin = `0px 0px -${form.querySelector("[data-dock]").offsetHeight}px`;
  observer = new IntersectionObserver(([{ isIntersecting }]) => {
    stage.classList.toggle("verdict-in-sight", isIntersecting);
  }, { rootMargin, threshold: 0.8 });
  observer.observe(verdict);
}

// Show the verdict in one line of the dock, because the picker may cover the felt.
function showVerdictLine() {
  const verdict = document.querySelector("#verdict :is(.headline, .message)");
  const text = verdict?.textContent.trim() ?? "";
  const line = form.querySelector("[data-verdict-line]");
  if (line.textContent === text) return;
  // In a headline, each winner with its chips is an element that stays on one line.
  if (verdict?.matches(".headline")) line.replaceChildren(...verdict.cloneNode(true).childNodes);
  else line.textContent = text;
}

export const hasFolded = (field) => field.closest(".bet").querySelector("[type=checkbox]").checked;

// Return the fields without a bet; none before the last field has lost the focus.
function findMissingBets() {
  const bets = [...form.querySelectorAll("[data-bets][data-visited] [name^=put-in-]")];
  if (form.elements.pots?.value || !bets.some((field) => field.value)) return [];
  return bets.filter((field) => !field.value && !hasFolded(field));
}

export function markInvalidFields() {
  const missingBets = new Set(findMissingBets());
  for (const field of form.querySelectorAll("[aria-describedby]")) {
    const error = document.getElementById(field.getAttribute("aria-describedby"));
    if (error?.textContent.trim() || missingBets.has(field)) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

// Scroll to the slot of the next card, or to the verdict of a deal that is complete.
export function scrollToCursor() {
  const target = slotAt(state.cursor)?.closest("[data-card-group]") ?? form.querySelector("#verdict:has(.headline)");
  target?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// Write the spot to the address, for reloading and sharing.
export const updateAddress = () => history.replaceState(null, "", `?${state.undoHistory.current}`);
