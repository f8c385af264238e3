// The page around the boards: its contents, and the rules for all that names them. What makes it live is in live.js.

window.rulebookRules = window.rulebookBook?.rules ?? {};

(() => {
  document.addEventListener("DOMContentLoaded", () => {
    const sheet = document.querySelector(".rb-contents details");
    document.addEventListener("click", (event) => { if (!sheet.contains(event.target)) sheet.open = false; });
    sheet.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { sheet.open = false; sheet.querySelector("summary").focus(); }
    });
  });
})();
