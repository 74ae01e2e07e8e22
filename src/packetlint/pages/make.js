"use strict";

/** Make an element. Children are elements or texts; a text is never read as markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Find an element of the page by its id. */
const byId = (id) => document.getElementById(id);

/** Say how many there are of something: "1 link", "2 links". */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
