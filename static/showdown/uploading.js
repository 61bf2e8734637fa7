// Upload files by submitting a form, so that the browser opens the response. A file dropped on a page
// other than the table goes into the upload form of that page or, if the page has none, to Audit, and a
// PokerNow ledger to Settle up.

import { refreshTokens, showNotice } from "./requests.js";

const LEDGER_START = "player_nickname,player_id,"; // of PokerNow's ledger
const ONE_AT_A_TIME = "Drop one file at a time. Only logs can be dropped together, on Audit.";
const TOKEN_FIELD = "csrfmiddlewaretoken";

export function upload(address, files, fields = {}) {
  const form = Object.assign(document.createElement("form"), {
    method: "post", action: address, enctype: "multipart/form-data", hidden: true,
  });
  const token = document.querySelector(`input[name=${TOKEN_FIELD}]`)?.value ?? "";
  for (const [name, value] of Object.entries({ [TOKEN_FIELD]: token, ...fields })) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const input = Object.assign(document.createElement("input"), { type: "file", name: "file" });
  input.files = transfer.files;
  form.append(input);
  document.body.append(form);
  refreshTokens(form);
  form.submit();
}

async function beginsLikeLedger(file) {
  return (await file.slice(0, 64).text()).replaceAll(/["\ufeff]/g, "").trimStart().toLowerCase().startsWith(LEDGER_START);
}

export async function handleFiles(files) {
  const isLedger = files.length === 1 && await beginsLikeLedger(files[0]);
  const selector = isLedger ? "form[data-ledger]" : "form[data-upload]";
  const field = document.querySelector(`${selector} input[type=file]`);
  if (files.length > 1 && field && !field.multiple) {
    showNotice({ sentence: ONE_AT_A_TIME });
    return;
  }
  if (field) {
    field.files = files;
    field.form.requestSubmit();
    return;
  }
  const { token, audits, settleUp } = document.querySelector("[data-notice]").dataset;
  await fetch(token, { cache: "no-store" }); // sets the cookie with the token
  upload(isLedger ? settleUp : audits, files);
}
