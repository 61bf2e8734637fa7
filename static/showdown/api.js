// The viewer of the OpenAPI document: each operation can be tried, with a token or with the session.

const container = document.querySelector("[data-api-docs]");
const dark = matchMedia("(prefers-color-scheme: dark)");

function follow({ matches }) {
  document.documentElement.classList.toggle("dark-mode", matches);
}

follow(dark);
dark.addEventListener("change", follow);

window.SwaggerUIBundle({
  url: container.dataset.document,
  domNode: container,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  requestInterceptor(request) {
    const isOurs = new URL(request.url, location.href).origin === location.origin;
    if (isOurs && request.method !== "GET") request.headers["X-CSRFToken"] = container.dataset.csrf;
    return request;
  },
});
