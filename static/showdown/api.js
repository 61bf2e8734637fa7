// The viewer of the OpenAPI document: each operation can be tried, with a token or with the session.

const container = document.querySelector("[data-api-docs]");
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

function setColorScheme({ matches }) {
  document.documentElement.classList.toggle("dark-mode", matches);
}

setColorScheme(darkScheme);
darkScheme.addEventListener("change", setColorScheme);

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
