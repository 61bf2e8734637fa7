// The strip of bets: Enter moves to the next field, a button repeats the previous bet, chips are
// added to the last used field. A missing bet is an error only after the last field loses the focus.

import { form, hasFolded, showErrors } from "./felt.js";

const strip = () => form.querySelector("[data-bets]");
const fields = () => [...strip().querySelectorAll('[name^="put-in-"]')];
let last = null; // the field that was used last

function type(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function next(field) {
  const all = fields();
  const to = all.slice(all.indexOf(field) + 1).find((other) => !hasFolded(other));
  if (to) to.select();
  else form.querySelector("[data-chips]").focus();
}

export function begin() {
  const open = fields().find((field) => !field.value && !hasFolded(field)) ?? fields()[0];
  open.focus({ preventScroll: true });
  open.scrollIntoView({ block: "nearest", behavior: "instant" });
}

const current = () => (last?.isConnected ? last : fields()[0]);

function same() {
  const all = fields();
  const field = current();
  const before = all.slice(0, all.indexOf(field)).findLast((other) => other.value && !hasFolded(other));
  if (before) {
    type(field, before.value);
    field.dispatchEvent(new Event("change", { bubbles: true })); // the browser sends none for a script's value
  }
  next(field);
}

function add(chips) {
  const field = current();
  const there = Number(field.value.replaceAll(",", ""));
  if (Number.isNaN(there)) return;
  type(field, String(Math.round((there + chips) * 100) / 100));
}

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-bets] input:not([type=checkbox])")) return;
  event.preventDefault();
  next(event.target);
});
form.addEventListener("focusin", ({ target }) => {
  if (target.matches('[name^="put-in-"]')) last = target;
});
form.addEventListener("focusout", ({ target }) => {
  if (target !== fields().at(-1)) return;
  strip().dataset.left = "";
  showErrors();
});
// Keep the focus in the field, and the keyboard on a phone, while chips are added.
form.addEventListener("mousedown", (event) => {
  if (event.target.closest(".bet-chips button")) event.preventDefault();
});
form.addEventListener("click", (event) => {
  const button = event.target.closest(".bet-chips button");
  if (!button) return;
  if ("same" in button.dataset) same();
  else add(Number(button.dataset.moreChips));
});
