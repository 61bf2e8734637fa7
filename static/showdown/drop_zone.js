// Accept files dropped on a page, and on the table also pasted files and texts too long for one deal.
// The module that handles them is loaded when it is first needed.

const MAX_TEXT_LENGTH = 50_000; // characters of pasted text

const table = document.querySelector("[data-dropped]")?.closest("form");
const audits = document.querySelector("[data-audits]")?.dataset.audits;

const holdsFiles = (event) => (table || audits) && event.dataTransfer?.types.includes("Files");
const zone = table ?? document.documentElement;
const loadHandler = () => import(table ? "./table_files.js" : "./uploading.js");

document.addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  zone.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) zone.classList.remove("dropping");
});
document.addEventListener("drop", async (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  zone.classList.remove("dropping");
  const { files } = event.dataTransfer;
  if (files.length) (await loadHandler()).handleFiles(files);
});

if (table) {
  // Handle pictures and long texts before the table and its field receive the paste.
  document.addEventListener("paste", async (event) => {
    const text = event.clipboardData.getData("text/plain");
    const { files } = event.clipboardData;
    if (text ? text.length <= MAX_TEXT_LENGTH : !files.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { handleFiles, refuseLongText } = await loadHandler();
    if (text) refuseLongText(new File([text], "pasted.txt", { type: "text/plain" }));
    else handleFiles(files);
  }, true);
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-forwards-text]");
    if (!link) return;
    event.preventDefault();
    (await loadHandler()).uploadText(link.getAttribute("href"));
  });
}
