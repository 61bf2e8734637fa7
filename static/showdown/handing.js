// Hands a file in, as the upload form of a page would, and goes there.

import { refreshTokens } from "./requests.js";

const TOKEN = "csrfmiddlewaretoken";

export const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");

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
