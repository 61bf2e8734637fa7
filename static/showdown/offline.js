// The cached table, opened offline at the address of another spot: put the cards of the address on
// it if they fit, otherwise list them. The ruling follows when the connection is back.

import { PIPS, isCard, read } from "./cards.js";
import { putInto } from "./spot.js";

const CARD_FIELD = /^(hand-\d+|board\d*)$/;

// Return whether the cards fit.
export function putOrList(stage, form) {
  form.elements.example?.remove();
  form.querySelector(".intro")?.remove();
  const spot = new URLSearchParams(location.search);
  spot.delete("example");
  for (const name of ["game", "players"]) {
    if (!spot.has(name)) spot.set(name, form.elements[name].value);
  }
  if (!spot.has("line") && putInto(form, spot)) return true;
  listCards(stage, spot);
  return false;
}

function listCards(stage, spot) {
  const notice = document.querySelector("template[data-offline-notice]").content.cloneNode(true);
  const list = notice.querySelector("[data-listed-cards]");
  for (const [name, text] of spot) {
    if (name === "line") add(list, "Pasted", text);
    else if (CARD_FIELD.test(name)) add(list, titleOf(name, spot), shown(text));
  }
  document.querySelector("h1").remove();
  stage.replaceChildren(notice);
  stage.classList.add("offline-notice");
  stage.querySelector("[data-reload]").addEventListener("click", () => location.reload());
  addEventListener("online", () => location.reload());
}

function add(list, title, text) {
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

function shown(text) {
  const cards = read(text);
  return cards?.map((code) => (isCard(code) ? code[0].replace("T", "10") + PIPS[code[1]] : "?")).join(" ") ?? text;
}
