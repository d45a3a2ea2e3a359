// What a page says of a log-in that is, or soon will be, too old: before the phrase is typed.
import { expect, it } from "vitest";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { carla, other, person, waitFor } from "../approvals/people.ts";
import { anna, criticalRisk, summary, tool } from "../sample.ts";
import { openSession, serveInbox, type ServedInbox } from "./served-inbox.ts";

const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const minute = 60_000;
const signIn = { name: "Example", start: () => Promise.reject(new Error()), finish: async () => undefined };

const serve = (changes: object = {}): Promise<ServedInbox> =>
  serveInbox(
    { tools: [tool({ ...criticalRisk, stepUpAuth: { kind: "always", maxAgeMs: 5 * minute }, ...changes })] },
    { signIn },
  );

/** The text of a page of somebody who signs in without a browser. */
async function read(served: ServedInbox, path: string, reviewer: Reviewer): Promise<string> {
  const { cookie, address } = await openSession(served, reviewer);
  const text = await (await fetch(`${address}/${path}`, { headers: { cookie } })).text();
  return text.replaceAll(/\s+/g, " ");
}

const ago = (minutes: number) => ({ ...anna, authTime: noon - minutes * 60 });
const phrase = 'id="phrase"';

it("an approver reads before the phrase that a yes is not enough, or until when it is", async () => {
  await using served = await serve(other);
  for (const [text, minutes, warning] of [
    ["a", 60, "A yes is not enough: the person who asks has to sign in here too"],
    ["b", 4, "the person who asks has to sign in again <span"],
  ] as const) {
    const page = await read(served, await waitFor(served.app, { text }, ago(minutes)), carla);
    expect(page).toContain(warning);
    expect(page).not.toContain("Sign in again");
    expect(page.indexOf(warning)).toBeLessThan(page.indexOf('name="verdict"'));
  }
  const page = await read(served, await waitFor(served.app, { text: "c" }, ago(1)), carla);
  expect(page).not.toContain("not enough");
  expect(page).toMatch(/sign in again <span[^>]*>at <time[^>]*>2026-01-01 12:04 UTC/);
});

it("whoever asks can sign in again before the phrase", async () => {
  await using served = await serve();
  const id = await waitFor(served.app, { text: "a" }, ago(4));
  const page = await read(served, id, person("anna"));
  const link = `/sign-in/start?to=${id}"`;
  expect(page).toMatch(/let it run <span[^>]*>before <time[^>]*>2026-01-01 12:01 UTC.* or sign in again/);
  expect(page.indexOf(link)).toBeGreaterThan(0);
  expect(page.indexOf(link)).toBeLessThan(page.indexOf(phrase));
  expect(await read(served, id, person("anna", { authTime: noon }))).not.toContain(link);
});

it("a call that is approved waits for the log-in in the list of the person who asks", async () => {
  await using served = await serve(other);
  const { app } = served;
  const id = await waitFor(app, { text: "a" }, ago(4));
  await app.desk.approve(id, carla);
  app.clock.advance(2 * minute);
  const list = await read(served, "", person("anna"));
  expect(list).toContain("approved, but sign in again: your log-in is too old");
  expect(list).not.toContain("For others to decide");
});

it("an approved call can be used until it expires, or until the log-in that it needs is too old", async () => {
  await using served = await serve(other);
  for (const [text, minutes, until] of [
    ["a", 4, "12:01:00"],
    ["b", 0, "12:05:00"],
  ] as const) {
    const id = await waitFor(served.app, { text }, ago(minutes));
    await served.app.desk.approve(id, carla);
    const page = await read(served, id, carla);
    expect(page).toMatch(
      new RegExp(
        `It has not run yet by this approval\\.</p> <p>It may run once, until <time[^>]*>2026-01-01 ${until} UTC`,
      ),
    );
    expect(page).not.toContain("Waits until");
  }
});

it("an approval whose place another has taken stays on its page, and each leads to the other", async () => {
  await using served = await serve(other);
  const { app } = served;
  const first = await waitFor(app, { text: "a" }, ago(0));
  await app.server.pauses.pause("all", { operator: "olga" });
  await app.server.pauses.resume("all", { operator: "olga" });
  await expect
    .poll(async () => summary(await app.callAs(ago(0))("notes.create", { text: "a" })))
    .toBe("refused approval_pending");
  const second = await waitFor(app, { text: "a" }, ago(0));
  const [former, present] = [await read(served, first, carla), await read(served, second, carla)];
  expect(former).toContain("withdrawn: an operator has paused the tool");
  expect(former).toContain(
    "Withdrawn: an operator has paused the tool. Nothing has run by this question.</p>",
  );
  expect(
    former.match(new RegExp(`made again: <a href="/approvals/session/[^/]+/${second}"`, "g")),
  ).toHaveLength(1);
  expect(former).not.toContain('name="verdict"');
  expect(present).toMatch(new RegExp(`href="/approvals/session/[^/]+/${first}"`));
});

it("a yes outlives the log-in: the page says that the call cannot run, what to do, and how to take the yes back", async () => {
  await using served = await serve({ stepUpAuth: { kind: "always", maxAgeMs: 5 * minute } });
  const { app } = served;
  const early = person("anna", { authTime: noon });
  const id = await waitFor(app, { text: "a" }, ago(60));
  const words = async (reviewer: Reviewer): Promise<string> =>
    (await read(served, id, reviewer)).replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
  expect(await words(early)).toMatch(
    /approve and let it run before 2026-01-01 12:05 UTC, or sign in again\./,
  );
  expect(await read(served, "", early)).toMatch(/your log-in: <span[^>]*>until/);
  expect(await app.desk.approve(id, early)).toMatchObject({ ok: true });
  expect(await words(early)).toMatch(
    /until 2026-01-01 12:05:00 UTC\. Then your log-in is too old; with a new one, it need not be approved again\./,
  );
  app.clock.advance(6 * minute);
  const old = await words(early);
  expect(old).toContain("You approved, but it cannot run: your log-in is too old. Nothing has run");
  expect(old).toContain("Nothing runs unless you confirm it with a new log-in.");
  expect(old).toContain("To let it run, sign in again");
  expect(old).toMatch(/Take it back That is a no.* Take my yes back/);
  expect(old).not.toMatch(/To approve|Deny/);
  const again = person("anna", { authTime: noon + 6 * 60 });
  const renewed = await words(again);
  expect(renewed).toContain("You approved, but it cannot run until you confirm that it is you.");
  expect(renewed).toMatch(/It is approved already\..*Confirm that it is you Take my yes back/);
  // What the page promises: no second approval, but a confirmation.
  expect(summary(await app.callAs(ago(60))("notes.create", { text: "a" }))).toBe("refused approval_pending");
  await app.desk.approve(id, again);
  expect(summary(await app.callAs(ago(60))("notes.create", { text: "a" }))).toBe("completed");
});

it("whoever asks is not offered to take back the yes of somebody else", async () => {
  await using served = await serve(other);
  const { app } = served;
  const id = await waitFor(app, { text: "a" }, ago(4));
  await app.desk.approve(id, carla);
  app.clock.advance(2 * minute);
  const [own, others] = [await read(served, id, person("anna")), await read(served, id, carla)];
  expect(own).toMatch(/>Approved, but it cannot run: your log-in is too old\.<.*>\s*Deny/);
  expect(own).not.toContain("Take my yes back");
  expect(others).toContain("Approved, but it cannot run: the log-in of the person who asks is too old.");
});
