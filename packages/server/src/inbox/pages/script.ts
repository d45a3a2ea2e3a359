/**
 * The only script: it signs in with the secret of a link, and brings parts of a page up to date. A part that has not changed is
 * left alone, with what was typed into it. Without it, pages work and are reloaded by hand.
 */
export const script = `"use strict";
const code = document.querySelector("input[name=code]");
if (code && location.hash.length > 1) {
  code.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
  if (!code.form.elements.token) code.form.submit();
}
const news = document.getElementById("news");
const parts = () => [...document.querySelectorAll("[data-part]")];
const sent = new Map(parts().map((part) => [part.id, part.outerHTML]));
function update() {
  const request = new XMLHttpRequest();
  request.open("GET", location.pathname + location.search);
  request.responseType = "document";
  request.onload = () => {
    if (request.responseURL !== location.origin + location.pathname + location.search) return location.reload();
    let changed = false;
    for (const part of parts()) {
      const fresh = request.response.getElementById(part.id);
      if (!fresh || fresh.outerHTML === sent.get(part.id)) continue;
      const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
      sent.set(part.id, fresh.outerHTML);
      part.replaceWith(document.adoptNode(fresh));
      (document.getElementById(focused) ?? (focused && document.getElementById("main")))?.focus?.();
      changed = true;
    }
    if (!changed) return;
    document.title = request.response.title;
    news.textContent = "This page has changed.";
    setTimeout(() => { news.textContent = ""; }, 5000);
  };
  request.send();
}
const address = document.body.dataset.live;
let events;
function listen() {
  events?.close();
  if (!address || document.hidden) return;
  events = new EventSource(address);
  events.addEventListener("changed", update);
  events.addEventListener("ended", () => { events.close(); location.reload(); });
  // Refused, perhaps because the session has ended.
  events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) update(); });
}
document.addEventListener("visibilitychange", listen);
listen();
`;
