// The strip of bets: Enter moves to the next field, a button repeats the previous bet, and chips are
// added to the last used field. A missing bet is an error only after the last field loses the focus.

import { form, hasFolded, markInvalidFields } from "./felt.js";

const strip = () => form.querySelector("[data-bets]");
const fields = () => [...strip().querySelectorAll('[name^="put-in-"]')];
let lastField = null;

function enterText(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function focusNext(field) {
  const allFields = fields();
  const nextField = allFields.slice(allFields.indexOf(field) + 1).find((other) => !hasFolded(other));
  if (nextField) nextField.select();
  else form.querySelector("[data-chips]").focus();
}

export function focusFirstBet() {
  const field = fields().find((field) => !field.value && !hasFolded(field)) ?? fields()[0];
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest", behavior: "instant" });
}

const currentField = () => (lastField?.isConnected ? lastField : fields()[0]);

function repeatPreviousBet() {
  const allFields = fields();
  const field = currentField();
  const previous = allFields.slice(0, allFields.indexOf(field)).findLast((other) => other.value && !hasFolded(other));
  if (previous) {
    enterText(field, previous.value);
    field.dispatchEvent(new Event("change", { bubbles: true })); // browsers send none for values set by scripts
  }
  focusNext(field);
}

function addChips(chips) {
  const field = currentField();
  const amount = Number(field.value.replaceAll(",", ""));
  if (Number.isNaN(amount)) return;
  enterText(field, String(Math.round((amount + chips) * 100) / 100));
}

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-bets] input:not([type=checkbox])")) return;
  event.preventDefault();
  focusNext(event.target);
});
form.addEventListener("focusin", ({ target }) => {
  if (!target.matches('[name^="put-in-"]')) return;
  lastField = target;
  for (const part of [strip().querySelector(".bet-chips"), target]) {
    part.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
});
form.addEventListener("focusout", ({ target }) => {
  if (target !== fields().at(-1)) return;
  strip().dataset.visited = ""; // missing bets are errors from now on
  markInvalidFields();
});
// Keep the focus in the field, and the keyboard on a phone, while chips are added.
form.addEventListener("mousedown", (event) => {
  if (event.target.closest(".bet-chips button")) event.preventDefault();
});
form.addEventListener("click", (event) => {
  const button = event.target.closest(".bet-chips button");
  if (!button) return;
  if ("same" in button.dataset) repeatPreviousBet();
  else addChips(Number(button.dataset.moreChips));
});
