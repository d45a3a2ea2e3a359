import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { useBrowser } from "@proviso/browser";
import { expect, test } from "vitest";
import { startDev } from "./dev-project.ts";

const browser = useBrowser();
const shown = (read: () => Promise<string | null>) => expect.poll(read);

test("an edit is built and served with its data kept, and the inspector shows calls, questions, reasons and records", async () => {
  const project = await startDev();
  await project.says(/started\n/);
  const page = await browser().newPage();
  const requests: string[] = [];
  page.on("request", (sent) => requests.push(sent.url()));
  await page.goto(project.url);
  expect(page.url()).not.toContain("#");
  const status = page.locator("#status");
  await shown(() => status.textContent()).toBe("started");

  await page.getByRole("button", { name: /notes\.create/ }).click();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await shown(() => page.locator("#verdict").textContent()).toBe("Completed (by execute)");
  await shown(() => page.locator("#trail").textContent()).toMatch(
    /notes\.create · completed.*intent.*outcome/s,
  );

  await page.getByLabel("Call as").selectOption("none");
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await shown(() => page.locator("#verdict").textContent()).toMatch(
    /^Refused by authorize: permission_denied: /,
  );
  expect(await page.locator("#stages .refused").textContent()).toContain("notes:write");
  await shown(() => page.locator("#trail li").first().textContent()).toContain("answered by authorize: ");
  expect(await page.locator("#stages .unreached").count()).toBe(7);

  project.edit("contracts/notes.yaml", (text) =>
    text.replace("Adds a note, which", "<img src=x onerror=alert(1)> Adds a note, which"),
  );
  await project.says(/restarted, contract changed: notes\.create/);
  await shown(() => status.textContent()).toContain("contract changed: notes.create");
  expect(await page.locator("#description").textContent()).toContain("<img src=x onerror=alert(1)>");
  expect(await page.locator("img").count()).toBe(0);

  await page.getByLabel("Call as").selectOption("all");
  await page.getByRole("button", { name: /notes\.list/ }).click();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await shown(() => page.locator("#outcome").textContent()).toContain("note_1");

  await page.getByRole("button", { name: /notes\.remove/ }).click();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await shown(() => page.locator("#question").textContent()).toContain("note_1");
  await page.getByRole("button", { name: "Approve" }).click();
  await shown(() => page.locator("#verdict").textContent()).toBe("Completed (by execute)");

  project.edit("src/handlers/notes.ts", (text) => `${text}\nconst wrong: number = "text";\n`);
  await project.says(/the build failed; the old server still runs/);
  await shown(() => page.locator("#output").textContent()).toContain("TS2322");
  await page.getByRole("button", { name: /notes\.list/ }).click();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await shown(() => page.locator("#outcome").textContent()).toContain('"notes": []');

  const { origin } = new URL(project.url);
  expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
  await page.close();
  expect(await project.stop()).toBe(0);
});

test("the token works once, and other pages, other names and other addresses get nothing", async () => {
  const project = await startDev();
  const { origin, hash, host, port } = new URL(project.url);
  const send = (path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<number> =>
    statusOf(`${origin}${path}`, headers, body);
  const own = { origin };
  const token = hash.slice(1);
  expect(await send("/", { host: `rebound.example:${port}` })).toBe(403);
  expect(await send("/", { host })).toBe(200);
  expect(await send("/events", { host })).toBe(401);
  expect(await send("/call", own, { tool: "notes.list", input: {} })).toBe(401);
  expect(await send("/session", own, { token: `${token}x` })).toBe(403);
  expect(await send("/session", { origin: "http://evil.example" }, { token })).toBe(403);
  expect(await send("/session", {}, { token })).toBe(403);
  const body = JSON.stringify({ token });
  const opened = await fetch(`${origin}/session`, { method: "POST", headers: own, body });
  // A browser would send a cookie to every port of this computer.
  expect([opened.status, opened.headers.getSetCookie()]).toEqual([200, []]);
  const { session } = (await opened.json()) as { readonly session: string };
  expect(await send("/session", own, { token })).toBe(403);
  expect(await send(`/events?session=${token}`, { host })).toBe(401);
  expect(await send("/events", { host, cookie: `session=${session}` })).toBe(401);
  expect(await send(`/events?session=${session}`, { host })).toBe(200);
  expect(await send(`/call?session=${session}`, { origin: "http://evil.example" }, {})).toBe(403);
  await project.says(/started\n/);
  expect(await project.stop()).toBe(0);
});

/** `fetch` would not send another `Host`. */
async function statusOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object | undefined,
): Promise<number> {
  const sent = request(url, { headers, method: body ? "POST" : "GET", agent: false });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.destroy();
  return response.statusCode ?? 0;
}
