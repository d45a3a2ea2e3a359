// The approval in the chat, in a browser, with the official host harness of MCP Apps.
import { fileURLToPath } from "node:url";
import { getToolUiResourceUri, isToolVisibilityAppOnly } from "@modelcontextprotocol/ext-apps/app-bridge";
import { problemsOf, useBrowser, type Page } from "@proviso/browser";
import { rolldown } from "rolldown";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { memoryAudit } from "../../../server/src/testing.ts";
import { wordOf } from "../../../server/test/attacks/surfaces.ts";
import { inboxFixture, url } from "../approvals/people.ts";
import { connect1, type SdkClient } from "../carriers/sdk-clients.ts";
import { highRisk, tool } from "../sample.ts";

const browser = useBrowser();
const name = "notes.create";
const decide = "proviso-decide-approval";
const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
/** What the specification lays down for views that declare no domains. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'none'";

let hostScript = "";
beforeAll(async () => {
  const build = await rolldown({
    input: fileURLToPath(new URL("app-host.ts", import.meta.url)),
    platform: "browser",
  });
  hostScript = (await build.generate({ format: "iife" })).output[0].code;
});

/** A host with its page and its client; the test is its model. */
async function openHost() {
  const audit = memoryAudit();
  const server = inboxFixture({ tools: [tool(highRisk)], approvals: { url, inChat: "high" }, audit });
  const client: SdkClient = await connect1(server.server, { extensions });
  const { tools } = await client.sdk.listTools();
  const shown = tools.find((each) => each["name"] === name) as never;
  const uri = getToolUiResourceUri(shown) ?? "";
  const [{ text } = { text: "" }] = (await client.sdk.readResource({ uri })).contents as { text: string }[];
  const page = await (await browser().newContext()).newPage();
  onTestFinished(async () => {
    await page.context().close();
    await client.close();
  });
  const seen: object[] = [];
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => seen.push({ request: request.url() }));
  const contentType = "text/html";
  await page.route("**/*", (route) =>
    route.request().url() === "http://view.example/"
      ? route.fulfill({ body: text, contentType, headers: { "content-security-policy": policy } })
      : route.fulfill({ body: `<script>${hostScript}</script>`, contentType }),
  );
  await page.exposeFunction(
    "hostCall",
    ({ name: called, arguments: given }: { name: string; arguments: object }) => client.call(called, given),
  );
  await page.exposeFunction("hostSaw", (what: object) => void seen.push(what));
  await page.goto("http://host.example/");
  seen.length = 0;
  const show = (result: object): Promise<unknown> =>
    page.evaluate(`show(${JSON.stringify(result).replaceAll("<", String.raw`\u003c`)})`);
  const modelTools = tools
    .filter((each) => !isToolVisibilityAppOnly(each as never))
    .map((each) => each["name"]);
  return { audit, client, modelTools, page, problems, seen, server, show };
}

const viewOf = (page: Page) => page.frameLocator("iframe");

test("a person reads the cheque in the host's frame and approves: the call runs once", async () => {
  const { client, modelTools, page, problems, seen, server, show } = await openHost();
  expect(modelTools).toEqual([name]);
  const given = { text: "<img src=x onerror=alert(1)> Prefers Tuesdays." };
  await show(await client.call(name, given));
  const view = viewOf(page);
  await view.getByRole("heading", { level: 1 }).waitFor();
  expect(await view.locator("#main").textContent()).toMatch(
    /high risk.*an agent of\s+anna.*Prefers Tuesdays\./s,
  );
  expect(await view.locator("html").getAttribute("style")).toBe("color-scheme: dark;");
  expect(await problemsOf(page.frames()[1] as never)).toEqual([]);
  await view.getByRole("button", { name: "Approve this one call" }).click();
  await expect
    .poll(() => seen.at(-1))
    .toMatchObject({ content: [{ text: expect.stringMatching(/^Approved\./) }] });
  expect(await view.locator("#foot").textContent()).toMatch(/^Approved\. Make the same call/);
  expect(server.ran).toEqual([]);
  expect(wordOf((await client.call(name, given))["_meta"])).toBe("completed");
  expect(wordOf((await client.call(name, given))["_meta"])).toBe("approval_pending");
  expect(server.ran).toEqual([given]);
  expect(seen.filter((each) => "request" in each)).toEqual([{ request: "http://view.example/" }]);
  expect(problems).toEqual([]);
});

test("a no ends the call, and the inbox is one click away", async () => {
  const { client, page, seen, server, show } = await openHost();
  await show(await client.call(name, { text: "a" }));
  const view = viewOf(page);
  await view.getByRole("link", { name: "Decide in the inbox instead" }).click();
  await expect.poll(() => seen.at(-1)).toMatchObject({ url: expect.stringMatching(`^${url}/[0-9a-f]{48}$`) });
  await page.evaluate("refusesMessages = true");
  await view.getByRole("button", { name: "Deny" }).click();
  await expect.poll(() => seen.at(-1)).toHaveProperty("content");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(await view.locator("#foot").textContent()).toMatch(/^Denied\./);
  expect(wordOf((await client.call(name, { text: "a" }))["_meta"])).toBe("confirmation_declined");
  expect(server.ran).toEqual([]);
});

test("neither a call of the model nor a click by a script decides", async () => {
  const { audit, client, page, server, show } = await openHost();
  const waits = await client.call(name, { text: "a" });
  const { approval } = (waits["_meta"] as Record<string, { approval: string }>)["dev.proviso/approval"] ?? {};
  await show(waits);
  const refused = await client.call(decide, { approval, secret: "yes", verdict: "approve" });
  expect(refused).toMatchObject({ isError: true });
  expect(audit.records.at(-1)).toMatchObject({ decision: "refused", via: "app" });
  const button = viewOf(page).getByRole("button", { name: "Approve this one call" });
  await expect.poll(() => button.isEnabled()).toBe(true);
  const before = audit.records.length;
  await button.evaluate((element) => (element as unknown as { click(): void }).click());
  // A message of another window than the parent is none of the host.
  await viewOf(page)
    .locator("body")
    .evaluate(`postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: {} }, "*")`);
  expect(wordOf((await client.call(name, { text: "a" }))["_meta"])).toBe("approval_pending");
  expect(audit.records.slice(before).filter(({ kind }) => kind === "decision")).toEqual([]);
  expect(await button.isEnabled()).toBe(true);
  // Another call in place of the one that was read: its buttons wait as well.
  const body = viewOf(page).locator("body");
  await body.evaluate(`globalThis.isOff = new Promise((resolve) =>
    new MutationObserver(() => resolve(document.querySelector("button").disabled)).observe(document.getElementById("main"), { childList: true })), 0`);
  const another = await client.call(name, { text: "b" });
  await page.evaluate(`document.querySelector("iframe").contentWindow.postMessage(
    { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: ${JSON.stringify(another)} }, "*")`);
  expect(await body.evaluate("isOff")).toBe(true);
  await button.click();
  await expect.poll(() => audit.records.at(-1)).toMatchObject({ decision: "approved", via: "app" });
  expect(server.ran).toEqual([]);
});

test("the view of a call that has run, and of one that is decided elsewhere, has nothing to decide", async () => {
  const { client, page, show } = await openHost();
  await show({ content: [], structuredContent: { id: "1" } });
  const view = viewOf(page);
  await expect
    .poll(() => view.locator("#main").textContent())
    .toBe("Nothing is to be decided about this call.");
  expect(await view.getByRole("button").count()).toBe(0);
  await show({ ...(await client.call(name, { text: "a" })), _meta: {} });
  await expect.poll(() => view.locator("#main").textContent()).toContain(`${url}/`);
});
