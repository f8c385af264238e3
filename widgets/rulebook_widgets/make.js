/**
 * Parts that only some boards have: functions of (view, setup, send, chapters, id) that return an element or null.
 * They stand below the task and the refusal, in this order.
 */
const PARTS = [];

/** Return a new element with a class, attributes and children. */
function make(tag, name = "", attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
