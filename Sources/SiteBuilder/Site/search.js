// The search of the documentation's site: all sections of all pages, by words. Ctrl+K opens it.
// SiteBuilder copies this file to the site, and writes the index `search.json`.
(function () {
  "use strict";
  const base = (window.baseUrl || "/").replace(/\/$/, "");
  let sections = null;
  let chosen = 0;

  const style = document.createElement("style");
  style.textContent = `
    .find-button { position: fixed; z-index: 10000; right: 20px; top: 9px; height: 34px; padding: 0 12px;
      display: flex; align-items: center; gap: 10px; border-radius: 9px; cursor: pointer;
      font: 15px/1 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
      color: var(--find-soft); background: var(--find-card); border: 1px solid var(--find-line); }
    .find-button:hover { color: var(--find-ink); }
    .find-button kbd { font: inherit; font-size: 12px; padding: 2px 6px; border-radius: 5px;
      border: 1px solid var(--find-line); }
    .find { --find-gap: 20px; width: min(680px, calc(100vw - 24px)); max-height: min(640px, 84vh);
      margin: 9vh auto 0; padding: 0; border: 1px solid var(--find-line); border-radius: 14px;
      overflow: hidden; color: var(--find-ink); background: var(--find-card);
      box-shadow: 0 24px 64px rgb(0 0 0 / 28%);
      font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    .find[open] { display: flex; flex-direction: column; }
    .find::backdrop { background: rgb(0 0 0 / 38%); }
    .find input { all: unset; box-sizing: border-box; width: 100%; padding: 18px var(--find-gap);
      font-size: 18px; border-bottom: 1px solid var(--find-line); }
    .find input::placeholder { color: var(--find-soft); }
    .find ol { list-style: none; margin: 0; padding: 8px; overflow-y: auto; }
    .find li { margin: 0; }
    .find a { display: block; padding: 10px 12px; border-radius: 9px; color: inherit;
      text-decoration: none; }
    .find a[aria-selected="true"] { background: var(--find-marked); }
    .find b { font-weight: 600; }
    .find .from { color: var(--find-soft); font-size: 14px; margin-left: 8px; }
    .find p { margin: 2px 0 0; color: var(--find-soft); font-size: 14px; overflow: hidden;
      display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
    .find mark { color: var(--find-accent); background: none; font-weight: 600; }
    .find .none { padding: 18px 12px; color: var(--find-soft); }
    :root { --find-card: #ffffff; --find-ink: #171a21; --find-soft: #626b7a; --find-line: #dfe3e9;
      --find-marked: #eef0f4; --find-accent: #4653c9; }
    body[data-color-scheme="dark"] { --find-card: #1b1e24; --find-ink: #f1f3f7; --find-soft: #a0a8b6;
      --find-line: #363b46; --find-marked: #2a2f39; --find-accent: #a9b2ff; }
    @media (prefers-color-scheme: dark) {
      body[data-color-scheme="auto"], body:not([data-color-scheme]) { --find-card: #1b1e24;
        --find-ink: #f1f3f7; --find-soft: #a0a8b6; --find-line: #363b46; --find-marked: #2a2f39;
        --find-accent: #a9b2ff; }
    }
    @media (max-width: 735px) {
      .find-button { right: 58px; top: 8px; } .find-button kbd { display: none; }
    }
    .nav-menu-settings .language-container, .nav .language-container { display: none; }
    @media print { .find-button { display: none; } }`;

  const button = document.createElement("button");
  button.className = "find-button";
  button.type = "button";
  button.innerHTML = `Search <kbd>${/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl "}K</kbd>`;
  const dialog = document.createElement("dialog");
  dialog.className = "find";
  dialog.setAttribute("aria-label", "Search");
  dialog.innerHTML =
    '<input type="search" placeholder="Search functions, fields, errors, guides" ' +
    'aria-label="Search" autocomplete="off" spellcheck="false"><ol role="listbox"></ol>';
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("ol");

  /// Words without a meaning for the search.
  const small = new Set(("a an and any are as at be before but by can do does for from get has have how i if " +
    "in into is it its may me mean means my of on or should so that the their then there this to use was what when " +
    "where which who why will with would you").split(" "));

  /// The relevant words of a search, without the s of a plural.
  function wanted(text) {
    const all = text.toLowerCase().split(/[\s?!,;:"']+/).filter(Boolean);
    const telling = all.filter((word) => !small.has(word));
    return (telling.length > 0 ? telling : all)
      .map((word) => word.length > 3 && /[a-z]s$/.test(word) && !/ss$/.test(word) ? word.slice(0, -1) : word);
  }

  /// Decision records, migration guides, and pages for contributors, which rank lower.
  const aside = /\/\d{4}-|\/migration|\/thewayofalink|\/words(#|$)|\/bounds(#|$)/;

  /// The relevance of a section for a word, or 0 without the word; headings count more than text.
  function weight(section, word) {
    let sum = 0;
    const inHeading = section.names.indexOf(word);
    if (inHeading >= 0) {
      const isWhole = section.names === word || section.names === word + "s" || section.names.endsWith("." + word);
      sum += isWhole ? 14 : inHeading === 0 ? 7 : 5;
    }
    if (section.title.includes(word)) {
      sum += section.names ? 2 : section.title === word || section.title === word + "s" ? 13 : 6;
    }
    const inText = section.words.indexOf(word);
    if (inText >= 0) {
      const count = section.words.split(word).length - 1;
      sum += 1 + Math.min(count, 6) / 2 + Math.max(0, 1 - inText / 400);
    }
    return sum * (section.kind === 1 ? 0.3 : aside.test(section.path) ? 0.45 : 1);
  }

  /// The sections with at least half of the words, best matches first; rare words count more.
  function find(text) {
    const words = wanted(text);
    if (words.length === 0) return [];
    const table = words.map((word) => sections.map((section) => weight(section, word)));
    const rarity = table.map((row) =>
      Math.log(1 + sections.length / (1 + row.filter((value) => value > 0).length)));
    return sections
      .map((section, place) => {
        const found = table.filter((row) => row[place] > 0).length;
        const sum = table.reduce((total, row, word) => total + row[place] * rarity[word], 0);
        const isEnough = found * 2 >= words.length && found > 0;
        return { section, score: isEnough ? sum * (found / words.length) ** 2 : 0 };
      })
      .filter((hit) => hit.score > 0)
      .sort((a, b) => b.score - a.score || (a.section.path < b.section.path ? -1 : 1))
      .slice(0, 24);
  }

  function escaped(text) {
    return text.replace(/[&<>"]/g, (sign) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
  }

  /// The words around the first hit, the hits marked.
  function excerpt(text, words) {
    const lower = text.toLowerCase();
    const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
    const start = Math.max(0, (places.length ? Math.min(...places) : 0) - 50);
    let part = escaped((start > 0 ? "… " : "") + text.slice(start, start + 220));
    for (const word of words) {
      if (word.length < 2) continue;
      const safe = escaped(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      part = part.replace(new RegExp("(?![^<]*>)" + safe, "gi"), (hit) => "<mark>" + hit + "</mark>");
    }
    return part;
  }

  function show() {
    if (!sections) return;
    const words = wanted(input.value);
    const hits = find(input.value);
    chosen = 0;
    list.innerHTML = hits.map(({ section }, index) => `<li><a role="option" id="find-${index}"
      aria-selected="${index === 0}" href="${escaped(base + section.path)}"><b>${
        escaped(section.heading || section.page)}</b>${
        section.heading ? `<span class="from">${escaped(section.page)}</span>` : ""}<p>${
        excerpt(section.text, words)}</p></a></li>`).join("");
    if (hits.length === 0 && words.length > 0) {
      list.innerHTML = '<li class="none">No results for these words.</li>';
    }
    list.scrollTop = 0;
  }

  function choose(step) {
    const links = [...list.querySelectorAll("a")];
    if (links.length === 0) return;
    links[chosen].setAttribute("aria-selected", "false");
    chosen = (chosen + step + links.length) % links.length;
    links[chosen].setAttribute("aria-selected", "true");
    links[chosen].scrollIntoView({ block: "nearest" });
  }

  async function open() {
    if (!dialog.open) dialog.showModal();
    input.select();
    if (sections) return;
    const answer = await fetch(base + "/search.json");
    sections = (await answer.json()).map((section) => Object.assign(section, {
      names: section.heading.toLowerCase(),
      title: section.page.toLowerCase(),
      words: section.text.toLowerCase(),
    }));
    show();
  }

  button.addEventListener("click", open);
  input.addEventListener("input", show);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  list.addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      choose(event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    } else if (event.key === "Enter") {
      const link = list.querySelectorAll("a")[chosen];
      if (link) link.click();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  }, true);

  document.head.append(style);
  document.body.append(button, dialog);
  const asked = new URLSearchParams(location.search).get("find");
  if (asked) { input.value = asked; open(); }
})();
