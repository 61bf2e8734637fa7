// Request the progress of a batch or an audit each second; reload the page when it ends.

import { askFor, put } from "./parts.js";

const SECOND = 1000;
const section = document.querySelector("[data-progress]");

async function look() {
  const came = await askFor("progress", location.href, { source: section, again: look });
  if (!came) return;
  if (came.part !== "progress") {
    location.reload();
    return;
  }
  put(section, came.html);
  setTimeout(look, SECOND);
}

if (section) setTimeout(look, SECOND);
