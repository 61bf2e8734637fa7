// The visible table: its elements, the cursor for the next card, and drawing.
// The cards are in fields of the form, into which they are typed without JavaScript.

import { draw, findDuplicates, groupsOf } from "./slots.js";
import { Past, spotOf } from "./spot.js";

export const stage = document.querySelector("[data-stage]");
export const form = document.querySelector("[data-table]");

// `cursor` is the slot of the next card: the name of its field, and its index. `half` is a typed rank
// that still lacks its suit. `isDealt` is true just after the last card was picked. `past` has the
// spots for undo and redo.
export const state = { cursor: null, half: "", isDealt: false, past: new Past(spotOf(form)) };

export const cardGroups = () => groupsOf(form);
export const find = (name) => cardGroups().find((group) => group.name === name);
export const pickerButtons = () => [...form.querySelectorAll("[data-card]")];
export const slotAt = (at) => at && find(at.name)?.slots.children[at.index];
export const slotOf = (element) => element?.closest?.("[data-slot]");
export const positionOf = (slot) => ({
  name: slot.closest("[data-card-group]").querySelector("[data-cards]").name,
  index: Number(slot.dataset.slot),
});
export const isSame = (one, two) => one?.name === two?.name && one?.index === two?.index;
export const cardAt = (at) => find(at.name)?.cards?.[at.index] ?? null;

export const nameOf = (code) => form.querySelector(`[data-card="${code}"]`)?.getAttribute("aria-label") ?? code;

// After the last card, scroll to the felt, or to the part of it with the verdict.
export function bringVerdictIntoView() {
  if (!state.isDealt || state.cursor) return;
  state.isDealt = false;
  for (const part of [".rail", "#verdict"]) {
    form.querySelector(part).scrollIntoView({ block: "nearest", behavior: "instant" });
  }
}

// Skip equal values: writing them makes the browser compute styles again.
const setTo = (holder, name, text) => { if (holder[name] !== text) holder[name] = text; };

const withCommas = (text) => text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
const THOUSANDS = /(?<=\d)[,'\u2009\u202f](?=\d{3}(?!\d))/g;
const BET = /^\d{1,15}(\.\d{1,2})?$/;
// Write a bet like the payouts: `1,500`, or `12.50` if there are cents.
function betText(text) {
  const amount = text.trim().replace(THOUSANDS, "");
  return BET.test(amount) ? withCommas(amount.replace(/\.0{1,2}$/, "").replace(/\.\d$/, "$&0")) : "";
}

export function show() {
  const all = cardGroups();
  const { cursor, half } = state;
  for (const group of all) draw(group, { groups: all, cursor, half, again: findDuplicates(all), nameOf });
  stage.classList.toggle("has-winners", Boolean(form.querySelector(".slot.lifted")));
  layLater(all);
  const used = new Set(all.flatMap((group) => group.cards ?? []));
  for (const button of pickerButtons()) setTo(button, "ariaPressed", String(used.has(button.dataset.card)));
  if (!form.querySelector('[data-card][tabindex="0"]')) pickerButtons()[0].tabIndex = 0;
  for (const tag of form.querySelectorAll(".tag-text")) {
    setTo(tag.closest("[data-card-group]").dataset, "state", tag.dataset.state);
  }
  for (const button of form.querySelectorAll("[data-undo]")) button.disabled = !state.past.canUndo;
  for (const button of form.querySelectorAll("[data-redo]")) button.disabled = !state.past.canRedo;
  const wasPicking = stage.classList.contains("picking");
  stage.classList.toggle("picking", state.cursor !== null);
  watchVerdict(wasPicking);
  if (wasPicking && state.cursor === null) {
    state.isDealt = true;
    // A second tap would hit what has moved below the finger.
    if (matchMedia("(hover: none)").matches) document.body.animate({ pointerEvents: ["none", "none"] }, 400);
  }
  const hasChips = String(stage.classList.contains("with-chips"));
  for (const toggle of form.querySelectorAll("[data-chips]")) toggle.setAttribute("aria-expanded", hasChips);
  const longest = Number(form.querySelector("[data-felt]").dataset.longestAmount);
  for (const bet of form.querySelectorAll("[data-bet-of]")) {
    setTo(bet, "textContent", betText(form.elements[bet.dataset.betOf].value));
    bet.classList.toggle("long-amount", bet.textContent.length > longest);
  }
  const { button } = form.elements;
  for (const [index, disc] of [...form.querySelectorAll(".disc")].entries()) {
    const { title } = find(`hand-${index}`);
    setTo(disc, "hidden", button.value !== `seat-${index}`);
    setTo(form.querySelectorAll(".bet-name")[index], "textContent", title);
    setTo(button.options[index + 1], "textContent", title);
  }
  showVerdictLine();
}

// On an earlier street, turn cards that were dealt later face down.
function layLater(all) {
  const street = form.querySelector('[name="street"]:checked');
  if (!street?.value) return;
  const { dealt, grows } = street.dataset;
  for (const group of all.filter(({ name }) => name.startsWith(grows))) {
    for (const slot of [...group.slots.children].slice(dealt)) {
      slot.classList.add("later");
      slot.ariaLabel += ", dealt later";
    }
  }
}

// The dock shows the verdict only while the one on the felt is out of view.
let watched = null;
let watching = null;
function watchVerdict(wasPicking) {
  const verdict = document.getElementById("verdict");
  const isCovered = state.cursor !== null || stage.classList.contains("with-chips");
  if (!isCovered || watched === verdict && wasPicking) return;
  watched = verdict;
  watching?.disconnect();
  const rootMargin = `0px 0px -${form.querySelector("[data-dock]").offsetHeight}px`;
  watching = new IntersectionObserver(([{ isIntersecting }]) => {
    stage.classList.toggle("verdict-in-sight", isIntersecting);
  }, { rootMargin, threshold: 0.97 });
  watching.observe(verdict);
}

// The verdict in one line, for when the picker covers the felt.
function showVerdictLine() {
  const verdict = document.querySelector("#verdict :is(.headline, .message)")?.textContent ?? "";
  const line = form.querySelector("[data-verdict-line]");
  if (line.textContent !== verdict) line.textContent = verdict.trim();
}

export const hasFolded = (field) => field.closest(".bet").querySelector("[type=checkbox]").checked;

// Check for missing bets after the last field has lost the focus.
function missingBets() {
  const bets = [...form.querySelectorAll("[data-bets][data-left] [name^=put-in-]")];
  if (form.elements.pots?.value || !bets.some((field) => field.value)) return [];
  return bets.filter((field) => !field.value && !hasFolded(field));
}

export function showErrors() {
  const late = new Set(missingBets());
  for (const field of form.querySelectorAll("[aria-describedby]")) {
    const error = document.getElementById(field.getAttribute("aria-describedby"));
    if (error?.textContent.trim() || late.has(field)) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

// Scroll to the slot of the next card, or to the verdict of a deal that is complete.
export function bringIntoView() {
  const next = slotAt(state.cursor)?.closest("[data-card-group]") ?? form.querySelector("#verdict:has(.headline)");
  next?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// Write the spot to the address, for reloading and sharing.
export const showAddress = () => history.replaceState(null, "", `?${state.past.now}`);
