import { createHash } from "node:crypto";
import { times } from "../pages/script.ts";
import { style } from "../pages/style.ts";

/** The name of the tool that the page calls. A contract's tool with this `wireName` is not there for clients that show apps. */
export const decideName = "proviso-decide-approval";
/** The member of a result's `_meta` that holds what the page is given. */
export const approvalKey = "dev.proviso/approval";

/**
 * The view's side of MCP Apps (2026-01-26): JSON-RPC by `postMessage` with the host. It takes messages of its parent alone, puts the
 * markup of the server into the page, where the policy runs no script of it, and sends a verdict only for a click that the browser
 * reports as one of a person, a second after the buttons have appeared.
 */
const script = `"use strict";
const [main, foot] = ["main", "foot"].map((id) => document.getElementById(id));
const buttons = [...foot.children];
const asked = new Map();
let given, host, enabling, number = 0;
const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const ask = (method, params) => new Promise((resolve, reject) => {
  asked.set(++number, { resolve, reject });
  post({ id: number, method, params });
});
${times}
addEventListener("message", ({ data, source }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params } = data;
  if (method === "ui/notifications/tool-result") show(params);
  else if (method === "ui/notifications/host-context-changed") look(params);
  else if (method === "ping" || method === "ui/resource-teardown") post({ id, result: {} });
  else if (method !== undefined && id !== undefined) post({ id, error: { code: -32601, message: "Method not found" } });
  else if (asked.has(id)) {
    const { resolve, reject } = asked.get(id);
    asked.delete(id);
    if (data.error) reject(new Error(data.error.message));
    else resolve(data.result);
  }
});
function look(context) {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme;
}
function show({ content, isError, _meta }) {
  given = _meta?.["${approvalKey}"];
  clearTimeout(enabling);
  for (const each of buttons) each.disabled = true;
  foot.hidden = !given;
  if (given) {
    main.replaceChildren(...new DOMParser().parseFromString(given.html, "text/html").body.childNodes);
    buttons[0].textContent = given.approve;
    tellTimes();
    enabling = setTimeout(() => { for (const each of buttons) each.disabled = false; }, 1000);
  } else main.textContent = isError ? content.map((each) => each.text ?? "").join(" ") : "Nothing is to be decided about this call.";
}
async function decide(verdict) {
  for (const each of buttons) each.disabled = true;
  const { approval, secret } = given;
  try {
    const { content, isError } = await ask("tools/call", { name: "${decideName}", arguments: { approval, secret, verdict } });
    const [{ text }] = content;
    foot.textContent = text;
    // A host that does not take the message has passed the answer on.
    if (!isError && host?.message) ask("ui/message", { role: "user", content: [{ type: "text", text }] }).catch(() => {});
  } catch (error) {
    foot.textContent = "This app did not pass your answer on: " + error.message;
  }
}
for (const each of buttons) each.addEventListener("click", (event) => { if (event.isTrusted) void decide(each.value); });
main.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  ask("ui/open-link", { url: link.href }).catch(() => {});
});
new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement;
  post({ method: "ui/notifications/size-changed", params: { width, height } });
}).observe(document.body);
ask("ui/initialize", { protocolVersion: "2026-01-26", appInfo: { name: "proviso-approval", version: "1" }, appCapabilities: { availableDisplayModes: ["inline"] } }).then((answer) => {
  host = answer.hostCapabilities ?? {};
  look(answer.hostContext);
  post({ method: "ui/notifications/initialized" });
});
`;

const css = `${style}[hidden] { display: none !important; }`;

/** A source of the content security policy. */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(css)}; base-uri 'none'; form-action 'none'`;

/** The page in the host's frame: everything is in it, and it reaches no network. The same for all calls. */
export const appPage: string = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Approval</title>
<style>${css}</style>
</head>
<body>
<main>
<div id="main" aria-live="polite">Waiting for the call …</div>
<p class="buttons foot" id="foot" role="status" hidden><button value="approve" disabled>Approve this one call</button><button class="no" value="deny" disabled>Deny</button></p>
</main>
<script>${script}</script>
</body>
</html>
`;
