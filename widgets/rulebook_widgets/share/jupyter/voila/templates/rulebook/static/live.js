// Makes the page live: asks for a kernel, puts what it shows where its still pictures stand, and minds the line to it.

(() => {
  const { live, idle } = document.currentScript.dataset;
  const ASK_AGAIN = 3000;
  const LOOK = 100;
  const PATIENT = 60000;
  const SLOW = 15000;
  const AWAKE = ["pointerdown", "keydown", "wheel", "touchstart", "scroll"];
  let kernel = null;
  let parted = false;
  let asleep = false;

  // What the app calls that its own pages have.
  window.display_cells = () => {};
  // The app begins when its page has loaded. This one has long loaded; the app is fetched while the cells are run, and
  // begins when all of them are in place.
  const begin = [];
  const listen = window.addEventListener.bind(window);
  window.addEventListener = (kind, act, ...options) => {
    if (kind === "load" && kernel) begin.push(act);
    else listen(kind, act, ...options);
  };
  function start() {
    for (const act of begin.splice(0)) act(new Event("load"));
    begin.push = (act) => act(new Event("load"));
  }

  // A model gives its script two seconds to begin, or stays dead. On a slow phone that sets up sixty boards none is so fast.
  const given = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (span) => given(Math.max(span, PATIENT));

  const wait = () => document.getElementById("rb-wait");
  const say = (...words) => { const place = wait(); if (place) { place.hidden = false; place.replaceChildren(...words); } };
  const press = (label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  };

  // Where readers log in, the server answers a page's questions only if they show that they come from a page of its own.
  const ownWord = () => document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "";
  const question = (address) => fetch(address, { cache: "no-store", headers: { "X-XSRFToken": ownWord() } });

  // Coming alive

  async function* lines(stream) {
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const whole = rest.split("\n");
      rest = done ? "" : whole.pop();
      yield* whole.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
      if (done) return;
    }
  }

  const data = (type, id, value) => {
    const script = document.createElement("script");
    script.type = type;
    if (id) script.id = id;
    script.textContent = JSON.stringify(value);
    return script;
  };

  /** Put what a cell shows beside its still picture; it changes places with it once it can be seen. */
  function place(cell, outputs) {
    const home = document.querySelector(`[data-cell="${cell}"]`);
    for (const output of outputs) {
      if (output === null) {
        const fault = document.createElement("p");
        fault.className = "rb-fault";
        fault.setAttribute("role", "alert");
        fault.textContent = "A board that belongs here could not be set up, and further ones may stand still."
          + " The text can be read on; reload the page to try again.";
        home.append(fault);
        continue;
      }
      const coming = document.createElement("div");
      coming.className = "rb-live rb-coming";
      coming.append(data("application/vnd.voila.cell-output+json", "", output));
      home.append(coming);
    }
  }

  async function ask(ticket = "") {
    const started = Date.now();
    say("The boards are being set up …");
    const slow = setTimeout(() => say("The boards are being set up … This takes longer than usual; read on meanwhile."), SLOW);
    let count = 0;
    let done = false;
    try {
      const answer = await question(ticket ? `${live}?ticket=${encodeURIComponent(ticket)}` : live);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      for await (const told of lines(answer.body)) {
        if (told.ahead) {
          say(`All places at the boards are taken. Readers before you: ${told.ahead - 1}.`
            + " The boards come by themselves as soon as a place is free; read on meanwhile.");
          setTimeout(() => ask(told.ticket), ASK_AGAIN);
          return;
        }
        if (told.kernel) {
          count = told.cells;
          kernel = told.kernel;
          document.body.append(data("application/json", "jupyter-config-data", kernel));
          const app = document.createElement("script");
          app.src = told.app;
          document.body.append(app);
        } else if (told.outputs) {
          place(told.cell, told.outputs);
          if (Date.now() - started < SLOW) say(`The boards are being set up (${told.cell + 1} of ${count}) …`);
        } else if (told.done) done = true;
      }
      if (!done) throw new Error("cut short");
    } catch (error) {
      say("The boards did not arrive. ", press("Try again", () => (kernel ? location.reload() : ask())),
        " The rules can be read meanwhile.");
      return;
    } finally {
      clearTimeout(slow);
    }
    start();
    swap();
  }

  /** Tell whether something has been drawn on each canvas of a board. */
  const painted = (board) => [...board.querySelectorAll("canvas.rb-board")].every((canvas) => {
    const { width, height } = canvas;
    const pen = canvas.getContext("2d");
    return [[2, 2], [3, 2], [2, 3], [5, 3], [8, 8]]
      .some(([x, y]) => pen.getImageData(Math.floor(width / x), Math.floor(height / y), 1, 1).data[3]);
  });
  /** Tell whether all of a board has come: picture and panel; of what is no board, whether it takes up room. */
  const arrived = (board) => {
    const table = board.querySelector(".rb-table");
    if (table) return table.querySelector(".rb-panel .rb-parts > *") && painted(table);
    return [...board.querySelectorAll(".jp-OutputArea-output > *")].some((each) => each.offsetHeight);
  };

  function swap() {
    let last = Date.now();
    const look = setInterval(() => {
      for (const board of document.querySelectorAll(".rb-coming")) {
        if (!arrived(board)) continue;
        board.classList.remove("rb-coming");
        board.parentElement.classList.add("rb-alive");
        retype(board);
        last = Date.now();
      }
      if (!document.querySelector(".rb-coming")) {
        clearInterval(look);
        wait()?.remove();
        window.dispatchEvent(new CustomEvent("rulebook:live"));
      } else if (Date.now() - last > PATIENT) {
        clearInterval(look);
        say("Some boards did not arrive. ", press("Reload the page", again), " The rules can be read meanwhile.");
      }
    }, LOOK);
  }

  // Coming back: what was typed is kept over a reload; what was played is in the address.

  const TYPED = `rulebook.typed:${location.pathname}`;
  const again = () => location.reload();
  window.addEventListener("pagehide", () => {
    // While the boards are on their way, what was kept before waits for them still.
    if (wait()) return;
    const typed = [...document.querySelectorAll(".rb-panel [data-keep]")]
      .filter((field) => field.value && field.value !== field.defaultValue)
      .map((field) => [field.closest(".rb-panel").dataset.mark, field.dataset.keep, field.value]);
    try { sessionStorage.setItem(TYPED, JSON.stringify(typed)); } catch (error) { /* a browser that keeps nothing */ }
  });
  function retype(board) {
    try {
      const typed = JSON.parse(sessionStorage.getItem(TYPED) || "[]");
      for (const [mark, keep, value] of typed) {
        const field = board.querySelector(`.rb-panel[data-mark="${CSS.escape(mark)}"] [data-keep="${CSS.escape(keep)}"]`);
        if (field) field.value = value;
      }
      if (!document.querySelector(".rb-coming")) sessionStorage.removeItem(TYPED);
    } catch (error) { /* a browser that keeps nothing */ }
  }

  // Leaving: the app says farewell to its kernel only once it runs, and not on a phone; a page that is left says it by
  // itself, but only once: a kernel that is ended twice gives its ports back twice.

  const farewell = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (address, words) => {
    if (String(address).includes("voila/api/shutdown/")) {
      if (parted) return true;
      parted = true;
    }
    return farewell(address, words);
  };
  function part() {
    if (!kernel || parted) return;
    const words = new FormData();
    words.append("_xsrf", ownWord());
    navigator.sendBeacon(`${kernel.baseUrl}voila/api/shutdown/${kernel.kernelId}`, words);
  }
  window.addEventListener("pagehide", part);
  // What was on its way to the kernel when the farewell was said is cut off; that is no fault.
  window.addEventListener("unhandledrejection", (event) => {
    if (parted && event.reason instanceof Error && event.reason.message === "Cannot send") event.preventDefault();
  });
  // A page that comes back from the browser's memory has no kernel any more.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // Falling asleep: a kernel is not kept for a reader who does nothing.

  let awake = Date.now();
  for (const kind of AWAKE) window.addEventListener(kind, () => { awake = Date.now(); }, { capture: true, passive: true });
  setInterval(() => {
    if (!kernel || asleep || wait() || Date.now() - awake < idle * 1000) return;
    asleep = true;
    window.rulebookAsleep = true;
    part();
    tell("The boards fell asleep, for nothing was played for a while. ", press("Wake them", again));
  }, 1000);

  // The line to the kernel

  const banner = () => document.getElementById("rb-banner");
  function tell(...words) {
    const place = banner();
    place.hidden = !words.length;
    if (place.textContent !== words.map((word) => word.textContent ?? word).join("")) place.replaceChildren(...words);
  }
  let lost = null;
  async function ponder() {
    if (!lost || asleep) return;
    let status = 0;
    try {
      ({ status } = await question(`${kernel.baseUrl}api/kernels/${kernel.kernelId}`));
    } catch (error) { /* no answer at all */ }
    if (!lost || asleep) return;
    if (status === 404) {
      tell("The boards of this page have ended. What was played is kept. ", press("Bring them back", again));
    } else if (status === 200 && Date.now() - lost > SLOW) {
      tell("The boards do not answer. What was played is kept. ", press("Reload the page", again));
    } else {
      tell("The connection to the boards is lost. It comes back by itself when it can; what was played is kept. ",
        press("Reload the page", again));
    }
    setTimeout(ponder, 2000);
  }
  window.addEventListener("rulebook:connection", (event) => {
    if (asleep) return;
    if (event.detail.ok) { lost = null; tell(); return; }
    if (lost) return;
    lost = Date.now();
    tell("The connection to the boards is lost. It comes back by itself when it can; what was played is kept. ",
      press("Reload the page", again));
    ponder();
  });

  ask();
})();
