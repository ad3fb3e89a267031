
"use strict";
const field = document.querySelector("#filter");
const input = field.querySelector("input");
const events = Array.from(document.querySelectorAll("details"), (element) => ({ element, text: element.textContent.toLowerCase() }));
const show = () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { element, text } of events) {
    element.hidden = !words.every((word) => text.includes(word));
    shown += element.hidden ? 0 : 1;
  }
  field.querySelector("output").textContent = shown + " of " + events.length;
};
input.addEventListener("input", show);
field.hidden = false;
show();
