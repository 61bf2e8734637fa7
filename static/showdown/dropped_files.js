// Files dropped or pasted on the table: logs and files too long for one deal go to Audit, files of
// deals to Batches. A short text is read as if it were typed.

import { SEVERAL, upload } from "./uploading.js";
import { send } from "./requests.js";
import { change, onceReplaced } from "./new_table.js";

const HEAD = 1 << 15; // bytes from which the site recognizes a file
const LONGEST = 50_000; // maximum characters of a text
const TOO_LONG = "This is too long for one deal; use Audit for a hand-history file.";
const PICTURE = "A picture can’t be read. Type its cards, or paste them as text.";

const form = document.getElementById("table");
const field = () => form.querySelector("[data-paste]");
let handed = null; // the file that “Audit it” sends

// Show an error below the field for pasted text.
function showError(words, file = null) {
  const container = document.getElementById("id_line_error");
  container.textContent = words;
  handed = file;
  if (!file) return;
  const link = Object.assign(document.createElement("a"), {
    href: field().dataset.audits, textContent: "Audit it",
  });
  link.dataset.forwardsText = "";
  container.append(" ", link);
}

export const refuseLong = (file) => showError(TOO_LONG, file);

export async function take([file, another]) {
  if (another) return showError(SEVERAL);
  if (file.type.startsWith("image/")) return showError(PICTURE);
  const body = new FormData();
  body.set("game", form.elements.game.value);
  body.set("head", file.slice(0, HEAD), "head");
  const answer = await send(field().dataset.dropped, { method: "POST", body }, () => take([file]));
  if (!answer) return;
  const { to, game, error } = await answer.json();
  if (error) return showError(error);
  if (to) return upload(to, file, { game });
  const text = file.size <= 4 * LONGEST ? await file.text() : "";
  if (text && text.length <= LONGEST) return read(text);
  return upload(field().dataset.audits, file);
}

function read(text) {
  onceReplaced(() => {
    form.elements.line.value = text;
    change("read");
  });
}

export function uploadTo(address) {
  const text = form.elements.line.value;
  const file = handed ?? new File([text], "pasted.txt", { type: "text/plain" });
  upload(address, file, { game: form.elements.game.value });
}
