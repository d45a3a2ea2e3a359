// Standing approvals and measures of care, as a person uses them in a browser.
import { problemsOf, useBrowser, type Page } from "@proviso/browser";
import { expect, test } from "vitest";
import { annaHerself, waitFor } from "../approvals/people.ts";
import { asks, pay } from "../mandates/bench.ts";
import { summary } from "../sample.ts";
import { openSigned, serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();

async function signedIn(served: ServedInbox): Promise<Page> {
  const page = await (await browser().newContext({ viewport: { width: 320, height: 640 } })).newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(await served.inbox.signInLink(annaHerself));
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  return page;
}

/** Follows a link or sends a form, and waits for the page that answers it. */
async function press(page: Page, role: "button" | "link", name: string | RegExp): Promise<void> {
  const answered = page.waitForEvent("domcontentloaded");
  await page.getByRole(role, { name, exact: true }).click();
  await answered;
}

const text = async (page: Page): Promise<string> =>
  ((await page.locator("main").textContent()) ?? "").replaceAll(/\s+/g, " ");

test("a person approves a waiting call and the next ones like it, sees what ran, and revokes it", async () => {
  await using served = await serveInbox({ tools: [pay()] });
  const { app } = served;
  const pays = async (amount: number, to = "bob") => summary(await app.call("notes.create", { to, amount }));
  await pays(10, "eve");
  await pays(7);
  const id = await waitFor(app, { to: "bob", amount: 10 });
  const page = await signedIn(served);
  await openSigned(page, `${served.url}/${id}`);
  await press(page, "link", /If many like it will come/);
  expect(await page.getByLabel(/^To: "bob"/).inputValue()).toBe("only");
  expect(await page.locator('select[name="how.amount"]').inputValue()).toBe("only");
  await page.locator('select[name="how.amount"]').selectOption("most");
  await page.getByLabel("How many calls").fill("3");
  expect(await problemsOf(page)).toEqual([]);
  await press(page, "button", "Show what this would allow");
  expect(await text(page)).toMatch(
    /Up to 3 calls of notes\.create by an agent of anna at acme, until Jan \d+, 2026.*\. Any amount up to 10, or below 0\. Only to "bob"\. Any memo\. .*calls like these would run without a question Pay 7 to "bob" A call that was denied stays refused until its time is over\. Of the same, calls like these would still be asked about Pay 10 to "eve"/,
  );
  expect(await problemsOf(page)).toEqual([]);
  const width = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await press(page, "button", "Approve this call and the next ones");
  await page.waitForURL(/\/mandates\/[\da-f]{48}\?with=/);
  expect(await text(page)).toContain('The waiting call is approved too: Pay 10 to "bob"');
  expect([await pays(10), await pays(9), await pays(8), await pays(11)]).toEqual([
    "completed",
    "completed",
    "completed",
    asks,
  ]);
  await page.reload();
  expect(await text(page)).toMatch(/in force 2 of 3 used.*Pay 8 to "bob".*Pay 9 to "bob"/);
  await openSigned(page, `${served.url}/?show=decided`);
  expect(await page.locator(".tag", { hasText: "ran by a standing approval, use 2 of 3" }).count()).toBe(1);
  await press(page, "link", "Standing approvals");
  await press(page, "link", "Create a note");
  await page.getByLabel(/^Reason/).fill("enough for today");
  await press(page, "button", "Revoke it");
  expect(await page.locator("#state").textContent()).toContain("was revoked");
  expect(await text(page)).toContain("enough for today");
  expect(await problemsOf(page)).toEqual([]);
});

test("a yes in under two seconds is answered by: read again", async () => {
  await using served = await serveInbox({ tools: [pay()] }, { care: { readMs: 2000 } });
  const { app } = served;
  const id = await waitFor(app, { to: "bob", amount: 10 });
  const page = await signedIn(served);
  await openSigned(page, `${served.url}/${id}`);
  await press(page, "button", "Approve this one call");
  expect(await page.getByRole("alert").textContent()).toContain("Read it again");
  expect((await app.desk.get(id, annaHerself))?.state).toBe("pending");
  app.clock.advance(2000);
  await press(page, "button", "Approve this one call");
  expect((await app.desk.get(id, annaHerself))?.state).toBe("approved");
});
