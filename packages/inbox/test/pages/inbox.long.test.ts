import type { Page } from "@proviso/browser";
import { problemsOf, useBrowser } from "@proviso/browser";
import { describe, expect, it } from "vitest";
import vapid from "web-push";
import { webPush } from "../../src/index.ts";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { anna, criticalRisk, preview, summary, tool, type Fixture } from "../sample.ts";
import { annaHerself, carla, dora, other, two, waitFor } from "../approvals/people.ts";
import { anything, openSigned, serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();

/** A browser of its own. */
async function newPage(colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const page = await (await browser().newContext({ colorScheme })).newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  return page;
}

async function signedIn(served: ServedInbox, reviewer: Reviewer): Promise<Page> {
  const page = await newPage();
  await page.goto(await served.inbox.signInLink(reviewer));
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  return page;
}

/** Sends a form, and waits for the page that answers it. */
async function press(page: Page, name: string): Promise<void> {
  const answered = page.waitForEvent("domcontentloaded");
  await page.getByRole("button", { name, exact: true }).click();
  await answered;
}
const tags = (page: Page): Promise<readonly string[]> => page.locator("#state .tag").allTextContents();
const stateOf = async (page: Page): Promise<string | undefined> => (await tags(page))[0];
const shown = (read: () => Promise<unknown>) => expect.poll(read);

const critical = (changes: Fixture = {}): Fixture => ({
  tools: [tool({ ...criticalRisk, owner: "notes team", dryRun: { mode: "supported", preview } })],
  ...changes,
});

describe("in the inbox", () => {
  it("a person finds what waits, reads all of it and approves it with a reason; then the call runs once", async () => {
    await using served = await serveInbox();
    const page = await signedIn(served, annaHerself);
    expect(await page.locator("#list").textContent()).toContain("Nothing needs your decision.");
    const id = await waitFor(served.app, { text: "Prefers Tuesdays." });
    await page.getByRole("link", { name: "Create a note" }).click();
    await page.waitForURL(`${served.url}/${id}`);
    expect(await page.locator("main").textContent()).toMatch(
      /an agent of\s+anna\s+at\s+acme.*text\s+Prefers Tuesdays\..*Keeps a text\..*creates.*A note\..*a program of the product/s,
    );
    await page.getByLabel(/Reason/).fill("Agreed.");
    await press(page, "Approve this one call");
    expect(await stateOf(page)).toBe("approved, not used yet");
    expect(await page.locator("#state .done").textContent()).toMatch(
      /Approved by\s+anna\s*, inbox,.*Agreed\./s,
    );
    expect(summary(await served.app.call("notes.create", { text: "Prefers Tuesdays." }))).toBe("completed");
    await shown(() => stateOf(page)).toBe("approved and used");
    expect(await page.locator("#decision").textContent()).toBe("");
    await openSigned(page, `${served.url}/?show=decided`);
    expect(await page.locator("#list").textContent()).toContain("approved and used");
    expect(served.app.ran).toHaveLength(1);
  });

  it("a no needs no phrase, and its reason reaches the agent", async () => {
    await using served = await serveInbox(critical());
    const id = await waitFor(served.app);
    const page = await signedIn(served, annaHerself);
    await openSigned(page, `${served.url}/${id}`);
    await page.getByLabel(/Reason/).fill("Wrong <customer>.");
    await press(page, "Deny");
    expect(await stateOf(page)).toBe("denied");
    expect(await served.app.call("notes.create", { text: "a" })).toMatchObject({
      failure: { code: "confirmation_declined", message: expect.stringContaining('"Wrong <customer>."') },
    });
  });

  it("a critical call is approved with the phrase of this call alone", async () => {
    await using served = await serveInbox(critical());
    const id = await waitFor(served.app);
    const page = await signedIn(served, annaHerself);
    await openSigned(page, `${served.url}/${id}`);
    expect(await tags(page)).toEqual(["needs a decision", "critical risk"]);
    expect(await page.locator("main").textContent()).toMatch(/What would happen\s+count\s+1.*notes team/s);
    const phrase = (await page.locator("kbd").textContent()) ?? "";
    for (const wrong of ["", "create 000000", `${phrase}0`]) {
      const token = (await page.locator("#decision input[name=token]").getAttribute("value")) ?? "";
      const form = { token, verdict: "approve", reason: "", phrase: wrong };
      const { origin } = new URL(served.url);
      const action = `${origin}${await page.locator("#decision form").getAttribute("action")}`;
      const response = await page.request.post(action, { form, headers: { origin } });
      expect([response.status(), await response.text()]).toEqual([
        409,
        expect.stringContaining("not the phrase"),
      ]);
    }
    // The browser does not send a form without its phrase.
    await page.getByRole("button", { name: "Approve this one call" }).click();
    expect(await stateOf(page)).toBe("needs a decision");
    const field = page.getByLabel(/type/);
    await field.fill("create 000000");
    await press(page, "Approve this one call");
    expect(await page.title()).toMatch(/^Not the phrase · /);
    const updated = page.waitForResponse((response) => response.request().resourceType() === "xhr");
    await waitFor(served.app, { text: "another" });
    await (await updated).finished();
    const tied = ":has(#refused[role=alert]) #phrase:focus[aria-invalid][aria-describedby=refused]";
    expect(await page.locator(tied).inputValue()).toBe("create 000000");
    expect(await problemsOf(page)).toEqual([]);
    // A telephone begins with a capital.
    await page.getByLabel(/type/).fill(phrase.replace(/^./, (first) => first.toUpperCase()));
    await press(page, "Approve this one call");
    expect(await stateOf(page)).toBe("approved, not used yet");
  });

  it("an approver reads that the same call was approved before, and has begun", async () => {
    await using served = await serveInbox();
    const first = await waitFor(served.app);
    const page = await signedIn(served, annaHerself);
    await openSigned(page, `${served.url}/${first}`);
    expect(await page.getByRole("note").count()).toBe(0);
    await press(page, "Approve this one call");
    expect((await served.app.call("notes.create", { text: "a" })).kind).toBe("completed");
    await openSigned(page, `${served.url}/${await waitFor(served.app)}`);
    expect(await tags(page)).toContain("made before");
    expect(await page.getByRole("note").textContent()).toMatch(
      /approved before.*A yes\s+makes\s+it\s+happen\s+again/s,
    );
  });

  it("an approver says yes to less, and sees what was asked for", async () => {
    const inputSchema = {
      type: "object",
      properties: { amount: { type: "integer" }, to: { type: "array", items: { type: "string" } } },
      additionalProperties: false,
    } as const;
    const confirmation = { ...two.confirmation, edit: ["amount", "to"] };
    await using served = await serveInbox({ tools: [tool({ ...two, inputSchema, confirmation })] });
    const asked = { amount: 100, to: ["ann", "bob"] };
    const id = await waitFor(served.app, asked);
    const [first, second] = [await signedIn(served, carla), await signedIn(served, dora)];
    for (const page of [first, second]) await openSigned(page, `${served.url}/${id}`);
    await second.evaluate("events?.close()");
    await first.getByLabel(/amount/).fill("101");
    await first.getByLabel("bob").uncheck();
    await first.getByLabel(/Reason/).fill("Bob has left.");
    await press(first, "Approve this one call, to 1 of 2");
    expect(await first.getByRole("alert").textContent()).toContain("must be a number between 0 and 100");
    const looked = first.waitForResponse((response) => response.request().resourceType() === "xhr");
    await first.evaluate("update()");
    await (await looked).finished();
    await first.evaluate("new Promise(requestAnimationFrame)");
    // A yes to less that comes to nothing does not become one to all.
    expect(await first.getByLabel(/amount/).inputValue()).toBe("101");
    expect(await first.getByLabel("bob").isChecked()).toBe(false);
    expect(await first.getByLabel(/Reason/).inputValue()).toBe("Bob has left.");
    expect(await first.locator("#news").textContent()).toBe("");
    await first.getByLabel(/amount/).fill("60");
    await press(first, "Approve this one call, to 1 of 2");
    expect(await stateOf(first)).toBe("needs a decision: 1 of 2 approvals");
    expect(await first.locator("main").textContent()).toMatch(
      /Changed by\s+carla\s*, inbox.*Asked for was:\s+amount\s+100.*bob.*To be approved is:\s+amount\s+60/s,
    );
    await press(second, "Approve this one call");
    expect(await second.getByRole("alert").textContent()).toContain("has changed since: look at it again");
    await press(second, "Approve this one call");
    expect(await stateOf(second)).toBe("approved, not used yet");
    expect(await served.app.call("notes.create", asked)).toMatchObject({ kind: "completed" });
    expect(served.app.ran).toEqual([{ amount: 60, to: ["ann"] }]);
  });

  it("a page can be installed, and offers to notify its person on this device", async () => {
    const keys = vapid.generateVAPIDKeys();
    await using served = await serveInbox(
      {},
      { push: webPush({ ...keys, subject: "mailto:ops@example.com" }) },
    );
    const page = await signedIn(served, carla);
    const blocked: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) blocked.push(message.text());
    });
    await page.reload();
    await page.getByRole("button", { name: "Notify me on this device" }).click();
    // Headless browsers know no push service.
    await page.getByText("This browser cannot be notified").waitFor();
    const worker = "navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)";
    expect(await page.evaluate(worker)).toBe(`${served.url}/worker.js`);
    const manifest = await page.locator("link[rel=manifest]").getAttribute("href");
    expect((await page.request.get(`${new URL(served.url).origin}${manifest}`)).status()).toBe(200);
    expect(blocked).toEqual([]);
    expect(await problemsOf(page)).toEqual([]);
  });

  it("a person approves several calls at once, each of which is shown whole", async () => {
    const confirmation = { ...other.confirmation, together: 3 };
    await using served = await serveInbox(critical({ tools: [tool({ ...criticalRisk, confirmation })] }));
    const inputs = ["first", "second", "third"].map((text) => ({ text }));
    const ids: string[] = [];
    for (const input of inputs) ids.push(await waitFor(served.app, input));
    const page = await signedIn(served, carla);
    await page.getByRole("link", { name: /Approve some or all of 3 calls/ }).click();
    await page.waitForURL(/together/);
    const [main, cards] = [page.locator("main"), page.locator("section.card")];
    const headings = await cards.locator("h2").allTextContents();
    expect(headings.map((each) => each.replaceAll(/\s+/g, " ").trim())).toEqual([
      '1 of 3: Create a note: text "first"',
      '2 of 3: Create a note: text "second"',
      '3 of 3: Create a note: text "third"',
      "Decide",
    ]);
    for (const { text } of inputs) expect(await cards.filter({ hasText: `"${text}"` }).count()).toBe(1);
    expect(await problemsOf(page)).toEqual([]);
    await waitFor(served.app, { text: "later" });
    const third = cards.filter({ hasText: "third" }).getByRole("checkbox");
    expect(await third.isChecked()).toBe(false);
    await page.getByRole("button", { name: "Tick all" }).click();
    await page.getByRole("button", { name: "Approve 3 calls", exact: true }).waitFor();
    await third.uncheck();
    await page.getByLabel(/type/).fill("approve 3 000000");
    await press(page, "Approve 2 calls");
    expect(await page.getByRole("alert").textContent()).toContain("not the phrase");
    expect(await page.locator(":focus").inputValue()).toBe("approve 3 000000");
    const label = page.locator("label", { hasText: '"first"' });
    expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await label.click();
    expect(await cards.filter({ hasText: '"first"' }).getByRole("checkbox").isChecked()).toBe(false);
    await label.click();
    await served.app.desk.deny(ids[1] ?? "", dora);
    expect(await third.isChecked()).toBe(false);
    expect(await cards.filter({ hasText: '"first"' }).getByRole("checkbox").isChecked()).toBe(true);
    await page.getByLabel(/type/).fill((await page.locator("kbd").textContent()) ?? "");
    await press(page, "Approve 2 calls");
    expect(await main.textContent()).toMatch(
      /Approved 1 of 3.*Nothing has run yet.*1 that was not ticked.*not approved: nothing is left to decide/s,
    );
    const outcomes = [];
    for (const { text } of [...inputs, { text: "later" }])
      outcomes.push(summary(await served.app.call("notes.create", { text })));
    expect(outcomes).toEqual([
      "completed",
      "refused confirmation_declined",
      "refused approval_pending",
      "refused approval_pending",
    ]);
    expect(await openSigned(page, `${served.url}/together?ids=${ids[0]}`)).toBe(404);
    expect(await openSigned(page, `${served.url}/together?ids=${[...ids, ...ids].join(",")}`)).toBe(404);
  });

  it("two people approve, neither of them the one who asks; all see it happen", async () => {
    await using served = await serveInbox({ tools: [tool(two)] });
    const id = await waitFor(served.app);
    const [first, second] = [await signedIn(served, carla), await signedIn(served, dora)];
    await openSigned(second, `${served.url}/${id}`);
    await second.getByLabel(/Reason/).fill("still typing");
    await openSigned(first, `${served.url}/${id}`);
    expect(await first.locator("main").textContent()).toMatch(
      /2 people other than the person who asks\s*, with\s+notes:approve/,
    );
    await press(first, "Approve this one call");
    expect(await stateOf(first)).toBe("needs a decision: 1 of 2 approvals");
    expect(await first.getByRole("button", { name: "Approve this one call" }).count()).toBe(0);
    expect(await first.locator("#decision").textContent()).toContain(
      "somebody else has to approve it as well",
    );
    await shown(() => stateOf(second)).toBe("needs a decision: 1 of 2 approvals");
    expect(await second.getByLabel(/Reason/).inputValue()).toBe("still typing");
    await press(second, "Approve this one call");
    await shown(() => stateOf(first)).toBe("approved, not used yet");
    await press(first, "Take my yes back");
    await shown(() => stateOf(second)).toBe("denied");
  });

  it("nobody sees, or decides about, what is not for them", async () => {
    await using served = await serveInbox({ tools: [tool(other)] });
    const id = await waitFor(served.app);
    const stranger: Reviewer = { principal: { id: "zoe", tenant: "acme", kind: "user", permissions: [] } };
    const page = await signedIn(served, stranger);
    expect(await page.locator("#list").textContent()).toContain("Nothing needs your decision.");
    expect(await openSigned(page, `${served.url}/${id}`)).toBe(404);
    const unknown = await openSigned(page, `${served.url}/${"0".repeat(48)}`);
    expect(unknown).toBe(404);
    const asker = await signedIn(served, {
      principal: { ...anna, kind: "user", permissions: ["notes:write", "notes:approve"] },
    });
    await openSigned(asker, `${served.url}/${id}`);
    expect(await asker.getByRole("button", { name: "Approve this one call" }).count()).toBe(0);
    expect(await asker.locator("#decision").textContent()).toContain("somebody else has to approve it");
  });

  it("what has expired or was stopped says so", async () => {
    await using served = await serveInbox({ tools: [tool(criticalRisk)] });
    const page = await signedIn(served, { operator: "olga" });
    const stopped = await waitFor(served.app);
    await served.app.server.pauses.pause("domain:notes", { operator: "olga" });
    await openSigned(page, `${served.url}/${stopped}`);
    expect(await stateOf(page)).toBe("withdrawn: an operator has paused the tool");
    await openSigned(page, `${served.url}/?show=expired`);
    expect(await page.locator("#list .tag").first().textContent()).toContain("withdrawn");
  });

  it("hostile names, titles and arguments stay text, and run nothing", async () => {
    const evil = `</title></dl><script>document.title="broken"</script><img src=x onerror="document.title='broken'">`;
    await using served = await serveInbox({
      tools: [tool({ ...criticalRisk, ...anything, title: evil, description: evil, owner: evil })],
    });
    const principal = { ...anna, name: evil };
    const id = await waitFor(served.app, { [evil]: evil, list: [evil], "\u202e": "\u202e" }, principal);
    const page = await signedIn(served, { operator: evil });
    for (const path of ["/", `/${id}`]) {
      await openSigned(page, `${served.url}${path}`);
      expect(await page.locator("img, main script, main style").count()).toBe(0);
      expect(await page.title()).not.toBe("broken");
    }
    expect(await page.locator("main").textContent()).toContain("onerror=");
  });
});

describe("a page of the inbox", () => {
  it.each([
    ["light", 390],
    ["dark", 390],
    ["light", 1280],
    ["dark", 1280],
  ] as const)("is accessible in %s on %i px, without a horizontal scroll bar", async (scheme, width) => {
    await using served = await serveInbox(
      critical({ tools: [tool({ ...criticalRisk, ...anything, dryRun: { mode: "supported", preview } })] }),
    );
    const deep = JSON.parse(`${'{"longer name of a level":'.repeat(30)}1${"}".repeat(30)}`);
    const wide = {
      text: "x".repeat(500),
      deep,
      list: [{ a: "\u202e" }],
      mixed: "p\u0430ypal",
      "a\u200b": true,
    };
    const id = await waitFor(served.app, wide);
    const page = await newPage(scheme);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${served.url}/${id}`);
    const problems = [await problemsOf(page)];
    await page.goto(await served.inbox.signInLink(annaHerself));
    await page.getByRole("heading", { name: "Approvals" }).waitFor();
    problems.push(await problemsOf(page));
    for (const path of [`/${id}`, `/${"0".repeat(48)}`]) {
      await openSigned(page, `${served.url}${path}`);
      problems.push(await problemsOf(page));
    }
    expect(problems).toEqual([[], [], [], []]);
  });

  it.each([
    [390, 844],
    [320, 640],
  ])("the first screen of %s by %s says what, for good, and has both buttons", async (width, height) => {
    await using served = await serveInbox(critical());
    const id = await waitFor(served.app);
    const page = await signedIn(served, annaHerself);
    await page.setViewportSize({ width, height });
    await openSigned(page, `${served.url}/${id}`);
    const parts = ["h1", ".lasting", "button[value=approve]", "button[value=deny]"];
    const boxes = await Promise.all(parts.map((part) => page.locator(part).boundingBox()));
    for (const box of boxes) expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(await page.locator("h1").textContent()).toMatch(/^Create a note: text/);
  });

  it("approves nothing by a press within a second after it has come, or changed", async () => {
    await using served = await serveInbox();
    const id = await waitFor(served.app);
    const page = await signedIn(served, annaHerself);
    await openSigned(page, `${served.url}/${id}`);
    // The same turn of the page's script: no time passes between.
    await page.evaluate("holdYes(); document.querySelector('button[value=approve]').click()");
    await page.locator("button[value=approve]:not([aria-disabled])").waitFor();
    expect(await stateOf(page)).toBe("needs a decision");
    await press(page, "Approve this one call");
    expect(await stateOf(page)).toBe("approved, not used yet");
  });

  it("is used with the keyboard alone", async () => {
    await using served = await serveInbox();
    await waitFor(served.app);
    const page = await signedIn(served, annaHerself);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement?.textContent")).toBe("To the content");
    await page.getByRole("link", { name: "Create a note" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/[\da-f]{48}$/);
    await page.getByLabel(/Reason/).focus();
    await page.keyboard.type("By hand.");
    await page.locator("button[value=approve]:not([aria-disabled])").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await shown(() => stateOf(page)).toBe("approved, not used yet");
  });
});
