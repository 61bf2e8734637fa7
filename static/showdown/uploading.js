// Upload a file like the form of a page, and open that page. A file dropped on any page other than
// the table is put into the page's upload form, or sent to Audit if there is none.

import { refreshTokens, showNotice } from "./requests.js";

const LEDGER = "player_nickname,player_id,"; // the beginning of PokerNow's ledger
export const SEVERAL = "Drop one file at a time. To audit several logs together, put them into a zip file and drop that.";
const TOKEN = "csrfmiddlewaretoken";

export function upload(address, file, fields = {}) {
  const form = Object.assign(document.createElement("form"), {
    method: "post", action: address, enctype: "multipart/form-data", hidden: true,
  });
  const token = document.querySelector(`input[name=${TOKEN}]`)?.value ?? "";
  for (const [name, value] of Object.entries({ [TOKEN]: token, ...fields })) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  const files = new DataTransfer();
  files.items.add(file);
  const input = Object.assign(document.createElement("input"), { type: "file", name: "file" });
  input.files = files.files;
  form.append(input);
  document.body.append(form);
  refreshTokens(form);
  form.submit();
}

async function beginsLikeLedger(file) {
  return (await file.slice(0, 64).text()).replaceAll(/["\ufeff]/g, "").trimStart().toLowerCase().startsWith(LEDGER);
}

export async function take(files) {
  if (files.length > 1) {
    showNotice({ words: SEVERAL });
    return;
  }
  const isLedger = await beginsLikeLedger(files[0]);
  const form = isLedger ? "form[data-ledger]" : "form[data-upload]";
  const field = document.querySelector(`${form} input[type=file]`);
  if (field) {
    field.files = files;
    field.form.requestSubmit();
    return;
  }
  const { token, audits, settleUp } = document.querySelector("[data-notice]").dataset;
  await fetch(token, { cache: "no-store" }); // sets the cookie with the token
  upload(isLedger ? settleUp : audits, files[0]);
}
