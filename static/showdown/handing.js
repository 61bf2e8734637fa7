// Hands a file in, as the upload form of a page would, and goes there. A log, or a zip of logs, that is
// dropped on any page but the table goes to Audit; where the page has a form for files, it takes the file.

import { refreshTokens, say } from "./requests.js";

const TOKEN = "csrfmiddlewaretoken";

export function handOver(address, file, fields = {}) {
  const upload = Object.assign(document.createElement("form"), {
    method: "post", action: address, enctype: "multipart/form-data", hidden: true,
  });
  const token = document.querySelector(`input[name=${TOKEN}]`)?.value ?? "";
  for (const [name, value] of Object.entries({ [TOKEN]: token, ...fields })) {
    upload.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  const files = new DataTransfer();
  files.items.add(file);
  const input = Object.assign(document.createElement("input"), { type: "file", name: "file" });
  input.files = files.files;
  upload.append(input);
  document.body.append(upload);
  refreshTokens(upload);
  upload.submit();
}

export async function take(files) {
  if (files.length > 1) {
    say({ words: "One file at a time, please: put several logs into a zip." });
    return;
  }
  const field = document.querySelector("form[data-upload] input[type=file]");
  if (field) {
    field.files = files;
    field.form.requestSubmit();
    return;
  }
  const { token, audits } = document.querySelector("[data-notice]").dataset;
  await fetch(token, { cache: "no-store" }); // sets the cookie with the token
  handOver(audits, files[0]);
}
