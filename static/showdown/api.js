// The viewer of the OpenAPI document: each operation can be tried, with a token or with the session.

const container = document.querySelector("[data-api-docs]");
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

function setColorScheme({ matches }) {
  document.documentElement.classList.toggle("dark-mode", matches);
}

setColorScheme(darkScheme);
darkScheme.addEventListener("change", setColorScheme);

// The viewer's own layout has a second `main` element, skips a heading level, and has links within
// buttons.
const pagePlugin = ({ React: { createElement } }) => ({
  components: {
    DeepLink: ({ text }) => createElement("span", null, text),
    PageLayout({ getComponent, specSelectors }) {
      const parts = specSelectors.loadingStatus() === "success" ? [
        ...["InfoContainer", "AuthorizeBtnContainer"].map((name) => createElement(getComponent(name, true))),
        createElement("h2", null, "Operations"),
        ...["operations", "Models"].map((name) => createElement(getComponent(name, true))),
      ] : [];
      return createElement("div", { className: "swagger-ui" },
        createElement(getComponent("SvgAssets")), createElement(getComponent("errors", true)), ...parts);
    },
  },
});

window.SwaggerUIBundle({
  plugins: [pagePlugin],
  layout: "PageLayout",
  url: container.dataset.document,
  domNode: container,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  requestInterceptor(request) {
    const isSameOrigin = new URL(request.url, location.href).origin === location.origin;
    if (isSameOrigin && request.method !== "GET") request.headers["X-CSRFToken"] = container.dataset.csrf;
    return request;
  },
});
