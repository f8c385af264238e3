// The page around the boards: the wait, the search over rules, the banner of a lost connection.

window.rulebookRules = JSON.parse(document.getElementById("rb-rules").textContent);

(() => {
  const started = Date.now();
  let made = false;
  let expected = true;

  /** Say how far the page is: cell `at` of `count` while it is made, null once all has arrived. */
  window.rulebookWait = (at, count) => {
    const wait = document.getElementById("rb-wait");
    if (!wait) return;
    if (at !== null) wait.textContent = `The boards are being set up (${at} of ${count}) …`;
    else {
      made = true;
      expected = [...document.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]')]
        .some((script) => script.textContent.includes("widget-view+json"));
    }
  };
  const watch = setInterval(() => {
    const wait = document.getElementById("rb-wait");
    if (!wait) return;
    const arrived = document.querySelector(".rb-panel, .rb-claim") || !expected;
    if (made && (arrived || Date.now() - started > 60000)) {
      if (arrived) wait.remove();
      else wait.textContent = "The boards did not arrive. Reload the page to try again; the rules can be read meanwhile.";
      clearInterval(watch);
    } else if (Date.now() - started > 15000 && !wait.dataset.slow) {
      wait.dataset.slow = "yes";
      wait.append(" This takes longer than usual; the text can be read already.");
    }
  }, 100);

  // The app says farewell to its kernel only once it runs, and not on a phone; a page that is left says it by itself,
  // but only once: a kernel that is ended twice gives its ports back twice.
  let parted = false;
  const farewell = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (address, words) => {
    if (String(address).includes("voila/api/shutdown/")) parted = true;
    return farewell(address, words);
  };
  window.addEventListener("pagehide", () => {
    const config = document.getElementById("jupyter-config-data");
    if (!config || parted) return;
    const { baseUrl, kernelId } = JSON.parse(config.textContent);
    const words = new FormData();
    words.append("_xsrf", document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "");
    navigator.sendBeacon(`${baseUrl}voila/api/shutdown/${kernelId}`, words);
  });
  // A page that comes back from the browser's memory has no kernel any more.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  window.addEventListener("rulebook:connection", (event) => {
    const banner = document.getElementById("rb-banner");
    banner.hidden = event.detail.ok;
    if (event.detail.ok) { banner.replaceChildren(); return; }
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = "Reload the page";
    again.addEventListener("click", () => location.reload());
    banner.replaceChildren("The connection to the boards is lost. The text can be read on; moves are not heard. ", again);
  });

  document.addEventListener("DOMContentLoaded", () => {
    const field = document.getElementById("rb-query");
    const found = document.getElementById("rb-found");
    const count = document.getElementById("rb-count");
    const close = () => { found.hidden = true; found.replaceChildren(); };
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      if (!words.length) { close(); count.textContent = ""; return; }
      const hits = Object.entries(window.rulebookRules)
        .filter(([number, rule]) => words.every((word) => `${number} ${rule.text}`.toLowerCase().includes(word)));
      found.replaceChildren(...hits.slice(0, 12).map(([number, rule]) => {
        const link = document.createElement("a");
        link.href = rule.href;
        const strong = document.createElement("strong");
        strong.textContent = number;
        link.append(strong, ` ${rule.text}`);
        const item = document.createElement("li");
        item.append(link);
        return item;
      }));
      if (!hits.length) {
        const none = document.createElement("li");
        none.textContent = "No rule speaks of that.";
        found.append(none);
      }
      found.hidden = false;
      count.textContent = `${hits.length} rules found`;
    });
    const form = field.closest("form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const first = found.querySelector("a");
      if (first) { location.href = first.href; close(); }
    });
    form.addEventListener("keydown", (event) => {
      const links = [...found.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "Escape") { close(); field.focus(); }
      else if (event.key === "ArrowDown" && links.length) { event.preventDefault(); links[Math.min(at + 1, links.length - 1)].focus(); }
      else if (event.key === "ArrowUp" && at >= 0) { event.preventDefault(); (at ? links[at - 1] : field).focus(); }
    });
    document.addEventListener("click", (event) => { if (!form.contains(event.target) || event.target.closest("a")) close(); });
    const sheet = document.querySelector(".rb-contents details");
    document.addEventListener("click", (event) => { if (!sheet.contains(event.target)) sheet.open = false; });
    sheet.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { sheet.open = false; sheet.querySelector("summary").focus(); }
    });
  });
})();
