// Show the cards of the address on a cached table that was opened offline. The ruling follows when the
// connection is back.

import { SUIT_SYMBOLS, isCard, parseCards } from "./cards.js";
import { fillForm } from "./spot.js";

const CARD_FIELD = /^(hand-\d+|board\d*)$/;

// Put the cards of the address on the table, or list them if they don't fit. Return whether they fit.
export function putOrListCards(stage, form) {
  form.elements.example?.remove();
  form.querySelector(".intro")?.remove();
  const spot = new URLSearchParams(location.search);
  spot.delete("example");
  for (const name of ["game", "players"]) {
    if (!spot.has(name)) spot.set(name, form.elements[name].value);
  }
  if (!spot.has("line") && fillForm(form, spot)) return true;
  listCards(stage, spot);
  return false;
}

function listCards(stage, spot) {
  const notice = document.querySelector("template[data-offline-notice]").content.cloneNode(true);
  const list = notice.querySelector("[data-listed-cards]");
  for (const [name, text] of spot) {
    if (name === "line") addEntry(list, "Pasted", text);
    else if (CARD_FIELD.test(name)) addEntry(list, titleOf(name, spot), displayText(text));
  }
  document.querySelector("h1").remove();
  stage.replaceChildren(notice);
  stage.classList.add("offline-notice");
  stage.querySelector("[data-reload]").addEventListener("click", () => location.reload());
  addEventListener("online", () => location.reload());
}

function addEntry(list, title, text) {
  list.append(
    Object.assign(document.createElement("dt"), { textContent: title }),
    Object.assign(document.createElement("dd"), { textContent: text }),
  );
}

function titleOf(name, spot) {
  const seat = name.match(/^hand-(\d+)$/)?.[1];
  if (!seat) return name.replace(/^board/, "Board ").trim();
  return spot.get(`label-${seat}`) ?? `Player ${Number(seat) + 1}`;
}

function displayText(text) {
  const cards = parseCards(text);
  return cards?.map((code) => (isCard(code) ? code[0].replace("T", "10") + SUIT_SYMBOLS[code[1]] : "?")).join(" ") ?? text;
}
