// Files dropped or pasted on the table: logs and files too long for one deal go to Audit, files of
// deals to Batches. A short text is read as if it were typed.

import { afterReplacement, performAction } from "./new_table.js";
import { send } from "./requests.js";
import { upload } from "./uploading.js";

const HEAD_BYTES = 1 << 15; // the site recognizes a file by these
const MAX_TEXT_LENGTH = 50_000; // characters of pasted text
const TOO_LONG = "This is too long for one deal; use Audit for a hand-history file.";
const PICTURE = "A picture can't be read. Type its cards, or paste them as text.";

const form = document.getElementById("table");
const field = () => form.querySelector("[data-paste]");
let fileToAudit = null; // the file that “Audit it” uploads

// Show an error below the field for pasted text.
function showError(sentence, file = null) {
  const container = document.getElementById("id_line_error");
  container.className = "paste-error";
  container.textContent = sentence;
  fileToAudit = file;
  if (!file) return;
  const link = Object.assign(document.createElement("a"), {
    href: field().dataset.audits, textContent: "Audit it",
  });
  link.dataset.forwardsText = "";
  container.append(" ", link);
}

export const refuseLongText = (file) => showError(TOO_LONG, file);

export async function handleFiles(files) {
  if (files.length > 1) return upload(field().dataset.audits, files);
  const [file] = files;
  if (file.type.startsWith("image/")) return showError(PICTURE);
  const body = new FormData();
  body.set("game", form.elements.game.value);
  body.set("head", file.slice(0, HEAD_BYTES), "head");
  const response = await send(field().dataset.dropped, { method: "POST", body }, () => handleFiles(files));
  if (!response) return;
  const { to: address, game, error } = await response.json();
  if (error) return showError(error);
  if (address) return upload(address, files, { game });
  const text = file.size <= 4 * MAX_TEXT_LENGTH ? await file.text() : "";
  if (text && text.length <= MAX_TEXT_LENGTH) return readText(text);
  return upload(field().dataset.audits, files);
}

function readText(text) {
  afterReplacement(() => {
    form.elements.line.value = text;
    performAction("read");
  });
}

// Upload the text of the field, or the file that was too long for it.
export function uploadText(address) {
  const text = form.elements.line.value;
  const file = fileToAudit ?? new File([text], "pasted.txt", { type: "text/plain" });
  upload(address, [file], { game: form.elements.game.value });
}
