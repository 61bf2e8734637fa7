// Request the progress of a batch or an audit each second; reload the page when it ends.

import { fetchPart, insertPart } from "./page_parts.js";

const INTERVAL = 1000; // milliseconds
const section = document.querySelector("[data-progress]");

async function updateProgress() {
  const response = await fetchPart("progress", location.href, { source: section, retry: updateProgress });
  if (!response) return;
  if (response.part !== "progress") {
    location.reload();
    return;
  }
  insertPart(section, response.html);
  setTimeout(updateProgress, INTERVAL);
}

if (section) setTimeout(updateProgress, INTERVAL);
