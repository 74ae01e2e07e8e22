/* Filter the findings, which are all in the page, and copy them as text. */

const articles = [...document.querySelectorAll("article")].map((element) => ({
  element,
  rule: element.dataset.rule,
  severity: element.dataset.severity,
  file: element.closest("details"),
}));
const files = [...new Set(articles.map((article) => article.file))];
const NARROW = 760; // pixels: there the rules would push the findings out of sight
const off = { rule: new Set(), severity: new Set() };

/** Give the text that is searched, made when first asked for: what a finding says and its own lines, not those around them. */
function searched(article) {
  return (article.text ??= ownText(article).toLowerCase());
}

function ownText({ element, file }) {
  const own = element.cloneNode(true);
  own.querySelectorAll(".line:not(.at)").forEach((line) => line.remove());
  return `${file.querySelector("summary .path").textContent}\n${own.textContent}`;
}

function isWanted(article, wanted) {
  return !off.rule.has(article.rule) && !off.severity.has(article.severity) && (!wanted || searched(article).includes(wanted));
}

/** Show what the filters let through. */
function apply() {
  const wanted = byId("query").value.trim().toLowerCase(), numbers = new Map();
  for (const article of articles) {
    article.element.hidden = !isWanted(article, wanted);
    if (!article.element.hidden) numbers.set(article.file, (numbers.get(article.file) ?? 0) + 1);
  }
  for (const file of files) {
    file.hidden = !numbers.has(file);
    file.querySelector("summary .number").textContent = numbers.get(file) ?? 0;
  }
  const shown = articles.filter((article) => !article.element.hidden).length;
  byId("shown").textContent = `${shown} of ${counted(articles.length, "finding")} shown`;
}

/** Give a box that lets a rule or a severity through while it is ticked. */
function makeBox(kind, value, label) {
  const box = make("input", { type: "checkbox", value, "aria-label": label });
  box.checked = true;
  box.addEventListener("change", () => { off[kind][box.checked ? "delete" : "add"](value); apply(); });
  return box;
}

function makeSeverities() {
  for (const severity of ["error", "warning"]) {
    const number = articles.filter((article) => article.severity === severity).length;
    if (number) byId("severities").append(make("label", { class: `choice ${severity}` }, makeBox("severity", severity, severity), counted(number, severity)));
  }
}

function makeRules() {
  const rows = [...byId("rules").querySelectorAll("tr")];
  const boxes = rows.map((row) => makeBox("rule", row.dataset.rule, `show ${row.dataset.rule}`));
  rows.forEach((row, number) => row.querySelector("th").prepend(boxes[number]));
  if (rows.length < 2) return;
  const all = make("input", { type: "checkbox" });
  all.checked = true;
  all.addEventListener("change", () => {
    for (const box of boxes) { box.checked = all.checked; off.rule[all.checked ? "delete" : "add"](box.value); }
    apply();
  });
  for (const box of boxes) box.addEventListener("change", () => { all.checked = boxes.every((other) => other.checked); });
  byId("rules").tBodies[0].prepend(make("tr", {}, make("th", { scope: "row" }, make("label", {}, all, "all rules")), make("td", {})));
}

/** Give a message with what is code in it in backticks, as the other formats have it. */
function plain(element) {
  return [...element.childNodes].map((node) => (node.nodeName === "CODE" ? `\`${node.textContent}\`` : node.textContent)).join("");
}

/** Give the findings that are shown, a line each, as --format concise does. */
function asText() {
  return articles.filter(({ element }) => !element.hidden).map(({ element, rule, severity }) => {
    const message = plain(element.querySelector("h2")).replace(severity, "").trim();
    return `${element.querySelector(".place").textContent}: ${severity}[${rule}] ${message}\n`;
  }).join("");
}

/** Put a text on the clipboard by the way that needs no permission; say whether that went well. */
function copy(text) {
  const answer = (event) => { event.clipboardData.setData("text/plain", text); event.preventDefault(); };
  document.addEventListener("copy", answer, { capture: true, once: true });
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", answer, { capture: true });
  return isDone;
}

function listen() {
  byId("query").addEventListener("input", apply);
  byId("copy").addEventListener("click", () => {
    byId("shown").textContent = copy(asText()) ? "copied" : "the browser refused to copy";
  });
  byId("fold").addEventListener("click", () => {
    const isOpen = files.some((file) => file.open);
    for (const file of files) file.open = !isOpen;
    byId("fold").textContent = isOpen ? "Unfold all" : "Fold all";
  });
  document.addEventListener("copy", (event) => {
    if (event.defaultPrevented || event.target.matches?.("input")) return;
    event.clipboardData.setData("text/plain", getSelection().toString());
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== byId("query")) { event.preventDefault(); byId("query").select(); }
    if (event.key === "Escape") { byId("query").value = ""; apply(); }
  });
}

if (articles.length) {
  byId("filters").hidden = false;
  byId("by-rule").open = innerWidth > NARROW;
  makeSeverities();
  makeRules();
  listen();
  apply();
}
