// A log, or a zip of logs, that is dropped on any page but the table goes to Audit. Where the page
// has a form for files, it takes the file.

import { handOver, holdsFiles } from "./handing.js";
import { say } from "./requests.js";

const notice = document.querySelector("[data-notice]");
const audits = document.querySelector("[data-audits]")?.dataset.audits;
const field = document.querySelector("form[data-upload] input[type=file]");

async function take(file, files) {
  if (field) {
    field.files = files;
    field.form.requestSubmit();
    return;
  }
  await fetch(notice.dataset.token, { cache: "no-store" }); // sets the cookie with the token
  handOver(audits, file);
}

if (audits && !document.querySelector("[data-dropped]")) {
  document.addEventListener("dragover", (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length > 1) say({ words: "One file at a time, please: put several logs into a zip." });
    else if (files.length) take(files[0], files);
  });
}
