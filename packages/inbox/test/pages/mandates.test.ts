// The pages of standing approvals, without a browser: forms that are forged, repeated, old, or somebody else's.
import { expect, test } from "vitest";
import { grantPage } from "../../src/pages/grant-page.ts";
import { annaHerself, person, waitFor } from "../approvals/people.ts";
import { asks, hour, pay, payBench, shared } from "../mandates/bench.ts";
import { criticalRisk, summary } from "../sample.ts";
import { serveInbox, type ServedInbox } from "./served-inbox.ts";
import { signIn } from "./signed-in.ts";

const like = { when: 'input.to == "bob"', count: "2", of: "", limit: "", hours: "1" };
const alone = { caller: "anna", kind: "agent", ...like };

const pays = async ({ app }: ServedInbox, amount = 10): Promise<string> =>
  summary(await app.call("notes.create", { to: "bob", amount }));

test("a grant is of exactly what was shown, and its form counts once", async () => {
  await using served = await serveInbox({ tools: [pay()] });
  const anna = await signIn(served);
  await anna.open();
  expect(anna.page()).toContain("Create a note (notes.create)");
  const path = "/mandates/new?tool=notes.create";
  expect(await anna.send(path, alone)).toBe("200 ");
  expect(await pays(served)).toBe(asks);
  const offer = anna.offer();
  // What else the form says counts for nothing.
  const granted = await anna.send(path, { offer, count: "900", when: "true" });
  expect(granted).toMatch(/^303 \/mandates\/[\da-f]{48}$/);
  const [mandate] = await served.app.desk.mandates.list(annaHerself);
  expect(mandate).toMatchObject({ count: 2, when: like.when, via: "inbox", state: "active" });
  await anna.open();
  expect(await anna.send(path, { offer })).toBe("409 ");
  expect([await pays(served, 1), await pays(served, 2), await pays(served, 3)]).toEqual([
    "completed",
    "completed",
    asks,
  ]);
  expect(await anna.send(path, { offer })).toBe("409 ");
  expect(await pays(served, 3)).toBe(asks);
});

test("forms of other sites, other sessions, other offers and other days grant nothing", async () => {
  await using served = await serveInbox({ tools: [pay()] });
  const [anna, eve] = [await signIn(served), await signIn(served, person("eve"))];
  const path = "/mandates/new?tool=notes.create";
  await Promise.all([anna.open(), eve.open()]);
  await anna.send(path, alone);
  const offer = anna.offer();
  expect(await anna.send(path, { offer }, "https://evil.example")).toBe("403 ");
  expect(await anna.send(path, { offer, token: "0".repeat(64) })).toBe("403 ");
  await anna.open();
  expect(await eve.send(path, { offer })).toBe("409 ");
  expect(await anna.send(path, { offer: `${offer.slice(0, -4)}AAAA` })).toBe("409 ");
  expect(await anna.send(path, { offer: "x" })).toBe("409 ");
  served.app.clock.advance(hour / 4);
  expect(await anna.send(path, { offer })).toBe("409 ");
  expect(anna.page()).toContain("older than ten minutes");
  expect(await served.app.desk.mandates.list(annaHerself)).toEqual([]);
});

test("from a waiting call of critical risk: a phrase of its own, which the call alone does not have, and a fresh log-in", async () => {
  await using served = await serveInbox({ tools: [pay(criticalRisk)] });
  const { app } = served;
  const approval = await waitFor(app, { to: "bob", amount: 10 });
  const path = `/mandates/new?approval=${approval}`;
  const old = await signIn(served);
  expect(await old.send(path)).toBe("200 ");
  expect(old.page()).toContain("Calls of critical risk are approved beforehand");
  expect(await old.send(path, like)).toBe("409 ");
  const anna = await signIn(served, person("anna", { authTime: app.clock.now().getTime() / 1000 }));
  await anna.send(path);
  expect(await anna.send(path, like)).toBe("200 ");
  const phrase = /<kbd>([^<]+)<\/kbd>/.exec(anna.page())?.[1] ?? "";
  const ofCall = (await app.desk.get(approval, annaHerself))?.shown.phrase;
  expect(phrase).toMatch(new RegExp(`^${ofCall} and \\d+ more$`));
  for (const wrong of ["yes", ofCall])
    expect(await anna.send(path, { offer: anna.offer(), phrase: wrong ?? "" })).toBe("409 ");
  expect(anna.page()).toContain(`value="${ofCall}" data-asked=""`);
  expect(await app.desk.mandates.list(annaHerself)).toEqual([]);
  expect(await anna.send(path, { offer: anna.offer(), phrase })).toMatch(/^303/);
  expect([await pays(served), await pays(served, 11)]).toEqual(["completed", "completed"]);
  const [mandate] = await app.desk.mandates.list(annaHerself);
  expect(mandate).toMatchObject({ used: 1, riskLevel: "critical" });
});

test("it is narrowed and revoked on its page, by nobody who may not see it", async () => {
  await using served = await serveInbox({ tools: [pay()] });
  const { mandates } = served.app.desk;
  const anna = await signIn(served);
  const path = "/mandates/new?tool=notes.create";
  await anna.open();
  await anna.send(path, alone);
  await anna.send(path, { offer: anna.offer() });
  const [old] = await mandates.list(annaHerself);
  const narrow = `/mandates/new?mandate=${old?.id}`;
  await anna.send(narrow);
  expect(await anna.send(narrow, { when: "true) || (true", count: "1", hours: "" })).toBe("409 ");
  expect(await anna.send(narrow, { when: "input.amount < 5.0", count: "1", hours: "" })).toBe("200 ");
  expect(await anna.send(narrow, { offer: anna.offer() })).toMatch(/^303/);
  const now = (await mandates.list(annaHerself)).find(({ state }) => state === "active");
  expect(now).toMatchObject({
    when: '(input.to == "bob") && (input.amount < 5.0)',
    count: 1,
    until: old?.until,
  });
  const eve = await signIn(served, person("eve", { tenant: "evil" }));
  await eve.open();
  expect(await eve.send(`/mandates/${now?.id}`)).toBe("404 ");
  await eve.open();
  expect(await eve.send(`/mandates/${now?.id}`, { reason: "" })).toBe("404 ");
  await anna.send(`/mandates/${now?.id}`);
  expect(await anna.send(`/mandates/${now?.id}`, { reason: "Enough." })).toMatch(/^303/);
  expect(await pays(served, 1)).toBe(asks);
  expect(await anna.send(`/mandates/${now?.id}`)).toBe("200 ");
  expect(anna.page()).toContain("was revoked");
});

test("what has changed in the contract is shown before it is granted again, and no text is markup", async () => {
  const store = shared();
  const { id } = await payBench(store).grant({ when: 'input.to == "<b>"' });
  const { desk } = payBench({ ...store, tools: [pay({ description: "Pays twice." })] });
  const start = await desk.mandates.start({ mandate: id }, annaHerself);
  if (!start) throw new Error("it can be granted again");
  const site = { root: "/approvals", base: "/approvals", product: "Sample" };
  const viewer = { reviewer: annaHerself, formToken: "t" };
  const { text } = grantPage(site, viewer, { start, terms: start.terms, action: "/" }).body;
  expect(text).toMatch(/What has changed.*<h3>description<.*Keeps a text\..*Pays twice\./s);
  expect(text).not.toContain("<h3>title");
  expect(text).toContain("&lt;b&gt;");
  expect(text).not.toContain("<b>");
});
