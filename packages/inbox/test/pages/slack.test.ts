import { expect, test } from "vitest";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import type { Principal } from "../../../server/src/api/outcome.ts";
import { slack } from "../../src/index.ts";
import { anna, criticalRisk, highRisk, summary, tool } from "../sample.ts";
import { annaHerself, carla, dora, two, waitFor } from "../approvals/people.ts";
import { fakeSlack, pressed, signingSecret, type FakeSlack } from "./fake-slack.ts";
import { anything, serveInbox, type ServedInbox } from "./served-inbox.ts";
import type { Fixture } from "../sample.ts";

const members: Readonly<Record<string, Reviewer>> = { UANNA: annaHerself, UCARLA: carla, UDORA: dora };

function personOf(id: string): Principal | undefined {
  const reviewer = members[id];
  return reviewer && "principal" in reviewer ? reviewer.principal : undefined;
}

interface Office extends AsyncDisposable {
  readonly served: ServedInbox;
  readonly fake: FakeSlack;
  /** The status with which the inbox answers Slack. */
  press(user: string, action: string, approval: string, more?: object): Promise<number>;
}

async function open(options: Fixture = {}): Promise<Office> {
  const fake = await fakeSlack();
  const office = slack({
    token: "xoxb-1",
    channel: "C024BE91L",
    signingSecret,
    principal: ({ id, team }) => (team === "T9TK3CUKW" ? personOf(id) : undefined),
    apiUrl: fake.apiUrl,
  });
  const served = await serveInbox(options, { slack: office }, [office]);
  return {
    served,
    fake,
    press: async (user, action, approval, more) =>
      (await fetch(`${served.url}/slack`, pressed({ user, action, approval, ...more }))).status,
    async [Symbol.asyncDispose]() {
      await served.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

const shown = (read: () => unknown) => expect.poll(read);
const textOf = (message: FakeSlack["sent"][number] | undefined): string =>
  (message?.body.blocks ?? []).map((block) => block.text?.text ?? "").join("\n");
const buttons = (message: FakeSlack["sent"][number] | undefined): readonly string[] =>
  (message?.body.blocks ?? []).flatMap(({ elements = [] }) => elements.map(({ action_id }) => action_id));

test("a call is posted once with all it would do, is approved by a button, and the message says so", async () => {
  await using office = await open();
  const { app, url } = office.served;
  const id = await waitFor(app, { text: "Hi @channel *all*" });
  await waitFor(app, { text: "Hi @channel *all*" });
  await shown(() => office.fake.sent.length).toBe(2);
  const [first, posted] = office.fake.sent;
  expect(first).toMatchObject({ method: "chat.postMessage", authorization: "Bearer xoxb-1" });
  expect(buttons(first)).toEqual(["open"]);
  expect(posted).toMatchObject({ method: "chat.update", body: { ts: "1503435956.000247" } });
  expect(posted?.body.channel).toBe("C024BE91L");
  expect(textOf(posted)).toContain('- text: `"Hi @channel *all*"`');
  expect(new Set(posted?.body.blocks?.flatMap(({ text }) => text?.type ?? []))).toEqual(
    new Set(["plain_text"]),
  );
  expect(posted?.body.text).not.toContain("<");
  expect(buttons(posted)).toEqual(["approve", "deny", "open"]);
  expect(posted?.body.blocks?.at(-1)?.elements?.at(-1)?.url).toBe(`${url}/${id}`);
  expect(await office.press("UANNA", "approve", id)).toBe(200);
  await shown(() => office.fake.sent.length).toBe(3);
  expect(office.fake.sent[2]).toMatchObject({ method: "chat.update", body: { ts: "1503435956.000247" } });
  expect(textOf(office.fake.sent[2])).toContain("It is approved. Last decided by anna.");
  expect(buttons(office.fake.sent[2])).toEqual(["open"]);
  expect(await app.desk.get(id, annaHerself)).toMatchObject({ decisions: [{ via: "slack" }] });
  expect(summary(await app.call("notes.create", { text: "Hi @channel *all*" }))).toBe("completed");
});

test("only who may decide decides, and is told why not", async () => {
  await using office = await open({ tools: [tool(two)] });
  const id = await waitFor(office.served.app);
  await shown(() => office.fake.sent.length).toBe(2);
  for (const [user, why] of [
    ["UANNA", /Somebody else has to approve/],
    ["USTRANGER", /not known here/],
  ] as const) {
    expect(await office.press(user, "approve", id)).toBe(200);
    const told = (): unknown => office.fake.sent.find(({ body }) => body.user === user)?.body.text;
    await shown(told).toMatch(why);
  }
  await office.press("UCARLA", "approve", id);
  await shown(() => textOf(office.fake.sent.at(-1))).toContain("1 of 2 approvals");
  expect(buttons(office.fake.sent.at(-1))).toContain("approve");
  await office.press("UDORA", "approve", id);
  await shown(() => textOf(office.fake.sent.at(-1))).toContain("It is approved (2 of 2 approvals)");
});

test("a request that Slack did not sign, or signed long ago, decides nothing", async () => {
  await using office = await open();
  const id = await waitFor(office.served.app);
  expect(await office.press("UANNA", "approve", id, { secret: "another" })).toBe(403);
  expect(await office.press("UANNA", "approve", id, { ahead: -301 })).toBe(403);
  expect(await office.press("UANNA", "approve", id, { ahead: 310 })).toBe(403);
  const { body, headers } = pressed({ user: "UANNA", action: "approve", approval: id });
  const send = async (init: RequestInit): Promise<number> =>
    (await fetch(`${office.served.url}/slack`, { method: "POST", ...init })).status;
  const { "x-slack-signature": signature, ...unsigned } = headers as Record<string, string>;
  expect(await send({ body: body ?? "", headers: unsigned })).toBe(403);
  expect(
    await send({
      body: `${String(body)}&x=1`,
      headers: { ...unsigned, "x-slack-signature": signature ?? "" },
    }),
  ).toBe(403);
  expect(await send({ body: "x".repeat(70_000), headers: headers as Record<string, string> })).toBe(403);
  expect(await office.press("UANNA", "open", id)).toBe(200);
  expect(await office.press("UANNA", "constructor", id)).toBe(200);
  expect(await office.served.app.desk.get(id, annaHerself)).toMatchObject({ state: "pending" });
});

test("a button decides in the message alone into which the inbox has put it, and for a member of a known workspace", async () => {
  await using office = await open();
  const [id, another] = [await waitFor(office.served.app), await waitFor(office.served.app, { text: "b" })];
  const copied = office.press.bind(office, "UANNA", "approve", id);
  const ofAnother = pressed({ user: "UANNA", action: "approve", approval: another }).body;
  const value = JSON.parse(new URLSearchParams(String(ofAnother)).get("payload") ?? "").actions[0].value;
  expect(await copied({ message: "1503435957.000001" })).toBe(403);
  expect(await copied({ channel: "C0ANOTHER" })).toBe(403);
  expect(await copied({ value: id })).toBe(403);
  expect(await copied({ value: `${id}.${String(value).split(".")[1]}` })).toBe(403);
  // Slack says nothing of the member's workspace: that of the message is not the member's.
  expect(await copied({ person: { id: "UANNA" } })).toBe(200);
  expect(await office.served.app.desk.get(id, annaHerself)).toMatchObject({ decisions: [] });
  expect(await copied()).toBe(200);
  expect(await office.served.app.desk.get(id, annaHerself)).toMatchObject({ state: "approved" });
  await shown(() => textOf(office.fake.sent.at(-1))).toContain("It is approved");
});

test("a message is posted once, also if its buttons come later, and shows names as they are", async () => {
  await using office = await open({ tools: [tool({ ...highRisk, title: "Tell <b> & co" })] });
  office.fake.answers.push(
    { ok: true, channel: "C024BE91L", ts: "1.1" },
    { ok: false, error: "ratelimited" },
  );
  await waitFor(office.served.app);
  await shown(() => office.fake.sent.map(({ method }) => method)).toEqual([
    "chat.postMessage",
    "chat.update",
    "chat.update",
  ]);
  expect(textOf(office.fake.sent[2])).toContain("Tell &lt;b&gt; &amp; co");
  expect(buttons(office.fake.sent[2])).toEqual(["approve", "deny", "open"]);
});

test("what a message cannot show whole, and what needs a phrase, is decided on its page", async () => {
  await using office = await open({ tools: [tool({ ...criticalRisk, ...anything })] });
  const { app } = office.served;
  const phrase = await waitFor(app, { text: "a" });
  await shown(() => office.fake.sent.length).toBe(1);
  expect(buttons(office.fake.sent[0])).toEqual(["open"]);
  expect(textOf(office.fake.sent[0])).not.toContain('"a"');
  await office.press("UANNA", "approve", phrase);
  await shown(() => office.fake.sent.some(({ method }) => method === "chat.postEphemeral")).toBe(true);
  expect(await app.desk.get(phrase, annaHerself)).toMatchObject({ state: "pending" });

  await using plain = await open({ tools: [tool({ ...criticalRisk, ...anything, riskLevel: "high" })] });
  for (const input of [
    { text: "x".repeat(1001) },
    { list: Array.from({ length: 21 }, () => 1) },
    { text: "\u200b".repeat(200) },
    { password: "hunter2" },
    { text: "Hi <!channel>" },
    { text: "&lt;b&gt;" },
  ])
    await waitFor(plain.served.app, input);
  await shown(() => plain.fake.sent.length).toBe(6);
  for (const message of plain.fake.sent) expect(buttons(message)).toEqual(["open"]);
  expect(JSON.stringify(plain.fake.sent)).not.toContain("hunter2");
});

test("without a mapping of members there are no buttons, and a mapping needs the signing secret", async () => {
  await using fake = await fakeSlack();
  const office = slack({ token: "xoxb-1", channel: "C1", apiUrl: fake.apiUrl });
  await using served = await serveInbox({}, {}, [office]);
  await waitFor(served.app);
  await shown(() => fake.sent.length).toBe(1);
  expect(buttons(fake.sent[0])).toEqual(["open"]);
  expect(
    (await fetch(`${served.url}/slack`, pressed({ user: "UANNA", action: "approve", approval: "0" }))).status,
  ).toBe(403);
  expect(() => slack({ token: "x", channel: "C1", principal: () => anna })).toThrow(
    /need the `signingSecret`/,
  );
  expect(() => slack({ token: "x", channel: "C1", apiUrl: "http://slack.example/api" })).toThrow(/https/);
});
