// What a page that is open says at its foot, and when its time is up.
import { useBrowser, type Page } from "@proviso/browser";
import { expect, it } from "vitest";
import { annaHerself, waitFor } from "../approvals/people.ts";
import { criticalRisk, preview, tool, type Fixture } from "../sample.ts";
import { openSigned, serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();
const properties = { to: { type: "array", items: { type: "string" } } };

async function opened(served: ServedInbox, input: object): Promise<Page> {
  const id = await waitFor(served.app, input as { to: string[] });
  const page = await (await browser().newContext()).newPage();
  await page.goto(await served.inbox.signInLink(annaHerself));
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  await openSigned(page, `${served.url}/${id}`);
  return page;
}

const fixtureOf = (more: object): Fixture => ({
  tools: [tool({ ...criticalRisk, inputSchema: { type: "object", properties }, ...more } as object)],
});

it("the sentence above the button goes when the button approves less than it says", async () => {
  const confirmation = { kind: "always", edit: ["to"] };
  await using served = await serveInbox(fixtureOf({ confirmation }));
  const page = await opened(served, { to: ["ann", "bob"] });
  const said = page.locator("#foot .what");
  expect(await said.isVisible()).toBe(true);
  await page.getByLabel("bob").uncheck();
  expect([await said.isVisible(), await page.locator("button[value=approve]").textContent()]).toEqual([
    false,
    "Approve this one call, to 1 of 2",
  ]);
  await page.getByLabel("bob").check();
  expect(await said.isVisible()).toBe(true);
});

it("the page stays where it is while somebody types the phrase", async () => {
  await using served = await serveInbox(fixtureOf({}));
  const page = await opened(served, { to: Array.from({ length: 60 }, (_, index) => `recipient ${index}`) });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("#phrase").click();
  const before = await page.evaluate("scrollY");
  await page.keyboard.type("create 123456");
  expect([before, await page.evaluate("scrollY")]).toEqual([before, before]);
  expect(await page.locator("#phrase").inputValue()).toBe("create 123456");
});

it("a page that is open when its time is up says nothing more of what would happen", async () => {
  await using served = await serveInbox(fixtureOf({ dryRun: { mode: "supported", preview } }), {
    sessionMs: 24 * 60 * 60_000,
  });
  const page = await opened(served, { to: ["ann"] });
  expect(await page.locator("main").textContent()).toMatch(/Cannot be undone.*What would happen/s);
  served.app.clock.advance(2 * 60 * 60_000);
  await page.evaluate("update()");
  await page.getByText("Nobody decided in time.").waitFor();
  const text = await page.locator("main").textContent();
  expect(text).toContain("What was foreseen");
  expect(text).not.toMatch(/Cannot be undone:|What would happen|First time/);
});
