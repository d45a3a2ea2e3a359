/** Says times in the reader's zone, and what is left by the server's clock where the page has its time, in every script. */
export const times: string = `const short = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const hour = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const ahead = (Number(document.documentElement.dataset.now) || Date.now()) - Date.now();
function tellTimes() {
  const now = Date.now() + ahead;
  for (const time of document.querySelectorAll("time")) {
    const at = new Date(time.dateTime), minutes = Math.floor((now - at) / 60000), hours = Math.floor(minutes / 60);
    const text = "day" in time.dataset || hours >= 24 || hours < -24 ? short.format(at) : minutes < 0 ? hour.format(at) : hours > 0 ? hours + " h ago" : minutes > 0 ? minutes + " min ago" : "just now";
    time.title ||= time.textContent;
    if (time.textContent !== text) time.textContent = text;
  }
  for (const each of document.querySelectorAll("[data-left]")) {
    const seconds = Math.ceil((new Date(each.dataset.left) - now) / 1000), left = Math.ceil(seconds / 60);
    const { word } = each.dataset, text = left > 120 ? Math.floor(left / 60) + " hours" : left > 2 ? left + " min" : left > 0 ? seconds + " seconds" : "";
    each.textContent = text === "" ? (word ? "now" : "its time is over") : word ? word + " " + text : text + " left";
  }
}
tellTimes();
setInterval(tellTimes, 1000);`;

/**
 * The only script: it signs in with the secret of a link, leads from the address in a message into the session, says times on the
 * reader's clock, and brings parts of a page up to date. A part that has not changed is left alone, with what was typed into it. Without it, pages work and are reloaded by
 * hand, and the address in a message asks to sign in.
 *
 * The path of the session is kept where only pages of this origin read it, and is taken out of the address bar, so that nobody passes
 * it on with the address of a page.
 */
export const script: string = `"use strict";
const { root, base } = document.body.dataset;
const kept = "proviso-inbox " + root;
const here = location.pathname + location.search;
if (base !== root) {
  localStorage.setItem(kept, base);
  history.replaceState(null, "", root + here.slice(base.length));
}
const code = document.querySelector("input[name=code]");
// A link that is opened in the tab of this page changes what is behind the # alone.
if (code) addEventListener("hashchange", () => location.reload());
if (code && location.hash.length > 1) {
  code.value = location.hash.slice(1);
  history.replaceState(null, "", here);
  // From the page of a call that needs a newer log-in, a new link leads back to that call.
  const [path, page] = (localStorage.getItem(kept + " again") ?? "").split(" ");
  if (!code.form.elements.token) code.form.submit();
  else if (page && path === localStorage.getItem(kept) && here !== page) location.replace(page + "#" + code.value);
  else {
    document.querySelector("h1").textContent = "You opened a new sign-in link";
    code.labels[0].remove();
    code.type = "hidden";
  }
} else if (code && !("again" in code.form.dataset) && !document.querySelector("[role=alert]")) enterSession();
const again = document.querySelector("a[data-again]");
if (again) localStorage.setItem(kept + " again", base + " " + again.getAttribute("href"));
async function enterSession() {
  const path = localStorage.getItem(kept);
  if (!path || !(await fetch(path + "/events", { method: "HEAD" })).ok) return;
  location.replace(path + "/" + (new URL(code.form.action).searchParams.get("to") ?? ""));
}
// What was entered before a refusal is kept by the page; for what the server sends later it counts as typed.
for (const each of document.querySelectorAll("[data-asked]")) {
  const { checked, value } = each, { asked } = each.dataset;
  delete each.dataset.asked;
  if (each.type === "checkbox") each.defaultChecked = true;
  else each.defaultValue = asked;
  Object.assign(each, each.type === "checkbox" ? { checked } : { value });
}
const news = document.getElementById("news");
const parts = () => [...document.querySelectorAll("[data-part]")];
const sent = new Map(parts().map((part) => [part.id, part.outerHTML]));
const [typed, refused] = ["#phrase", "main [role=alert]"].map((each) => document.querySelector(each));
if (refused && typed?.value) {
  refused.id = "refused";
  typed.setAttribute("aria-invalid", "true");
  typed.setAttribute("aria-describedby", "refused");
  document.title = "Not the phrase · " + document.title;
  typed.focus();
}
function update() {
  const request = new XMLHttpRequest();
  request.open("GET", here);
  request.responseType = "document";
  request.onload = () => {
    if (request.responseURL !== location.origin + here) return location.reload();
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
    lookAgain();
    if (!changed) return;
    fitFoot();
    tellTimes();
    holdYes();
    tellChoice();
    document.title = request.response.title;
    news.textContent = "This page has changed.";
    setTimeout(() => { news.textContent = ""; }, 5000);
  };
  request.send();
}
${times}
// A press that was meant for what stood there before approves nothing.
let held;
function holdYes() {
  const buttons = document.querySelectorAll("button[value=approve]");
  for (const each of buttons) each.setAttribute("aria-disabled", "true");
  clearTimeout(held);
  held = setTimeout(() => { for (const each of buttons) each.removeAttribute("aria-disabled"); }, 1000);
}
addEventListener("click", (event) => { if (event.target.closest("[aria-disabled]")) event.preventDefault(); }, true);
holdYes();
// The button says what it approves now: how many calls and what they add up to, or how much of a list is left.
const plain = new Map();
function tellChoice() {
  const button = document.querySelector("button[value=approve]");
  if (!button) return;
  if (!plain.has(button)) plain.set(button, button.textContent.trim());
  const boxes = [...document.querySelectorAll("input[data-units]")], ticked = boxes.filter((each) => each.checked);
  button.disabled = boxes.length > 0 && ticked.length < 2;
  const { currency, digits } = button.dataset, sum = ticked.reduce((all, each) => all + Number(each.dataset.units), 0);
  if (boxes.length > 0 && ticked.length > 0) {
    const total = (sum / 10 ** digits).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    button.textContent = ticked.length === 1 ? "Tick one more, or open the call" : "Approve " + ticked.length + " calls" + (currency ? ", " + currency + " " + total + " in all" : "");
  } else {
    button.textContent = plain.get(button) + [...document.querySelectorAll("fieldset[data-name]")].map((list) => {
    const all = [...list.querySelectorAll("input")], left = all.filter((each) => each.checked).length;
    return left < all.length ? ", " + list.dataset.name + " " + left + " of " + all.length : "";
  }).join("");
    // It says what was asked for, which is not what this button approves.
    const what = document.querySelector(".what");
    if (what) what.hidden = button.textContent !== plain.get(button);
  }
}
addEventListener("change", () => {
  document.querySelector(".together [role=alert]")?.remove();
  tellChoice();
});
// A foot that takes much of the screen, such as with large text, stands at the end of the page.
function fitFoot() {
  const foot = document.querySelector(".foot");
  foot?.classList.toggle("still", foot.offsetHeight > innerHeight * 0.4 || matchMedia("(max-height: 27rem)").matches);
}
addEventListener("resize", fitFoot);
fitFoot();
// The end of a call that runs is not among the events.
let looking;
function lookAgain() {
  clearTimeout(looking);
  if (document.querySelector("span[data-again]")) looking = setTimeout(update, 3000);
}
lookAgain();
addEventListener("pageshow", tellChoice);
const all = document.querySelector("[data-tick-all]");
if (all) all.hidden = false;
all?.addEventListener("click", () => { for (const each of document.querySelectorAll("input[data-units]")) each.checked = true; tellChoice(); });
tellChoice();
const isLive = "live" in document.body.dataset;
let events;
function listen() {
  events?.close();
  if (!isLive || document.hidden) return;
  events = new EventSource(base + "/events");
  events.addEventListener("changed", update);
  events.addEventListener("ended", () => { events.close(); location.reload(); });
  // Refused, perhaps because the session has ended.
  events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) update(); });
}
const push = document.querySelector("[data-push]");
if (push && "PushManager" in window) offerPush(push.querySelector("button"), push.querySelector("p"));
async function offerPush(button, says) {
  const path = root + "/worker.js";
  const policy = window.trustedTypes?.createPolicy("worker", { createScriptURL: () => path });
  const { pushManager } = await navigator.serviceWorker.register(policy ? policy.createScriptURL("") : path);
  const token = document.querySelector("input[name=token]").value;
  let isOn = false;
  const tell = async (subscription, end) => {
    const { endpoint, keys } = subscription.toJSON();
    const body = new URLSearchParams({ token, endpoint, ...(end ? { end } : keys) });
    const answer = await fetch(base + "/push", { method: "POST", body });
    isOn = answer.ok && !end;
    says.textContent = isOn ? "Calls that wait for you are shown on this device." : answer.ok ? "" : await answer.text();
    button.textContent = isOn ? "Notify me here no more" : "Notify me on this device";
  };
  const known = await pushManager.getSubscription();
  // Each visit makes it last longer.
  if (known) await tell(known);
  push.hidden = false;
  button.addEventListener("click", async () => {
    try {
      const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push.dataset.push });
      await tell(subscription, isOn ? "yes" : undefined);
      if (!isOn) await subscription.unsubscribe();
    } catch (error) {
      says.textContent = "This browser cannot be notified: " + error.message;
    }
  });
}
document.addEventListener("visibilitychange", listen);
listen();
`;
