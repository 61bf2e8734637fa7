// Show only the games whose names begin with the typed text.

import { distance, wordsOf } from "./finding.js";

const input = document.getElementById("find-rules");
const games = [...document.querySelectorAll("[data-words]")];

function find() {
  const asked = wordsOf(input.value, input.dataset.games);
  for (const game of games) game.hidden = distance(asked, game.dataset.words.split("|")) === null;
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = !group.querySelector("[data-words]:not([hidden])");
  }
  const found = games.filter((game) => !game.hidden).length;
  const words = found ? `${found} ${found === 1 ? "game" : "games"}` : "No game has that name.";
  document.querySelector("[data-found]").textContent = asked.length ? words : "";
}

input.addEventListener("input", find);
input.addEventListener("keydown", (event) => {
  const first = games.find((game) => !game.hidden);
  if (event.key === "Enter" && first) location.assign(first.querySelector("a").href);
});
find(); // the browser may have restored the text
