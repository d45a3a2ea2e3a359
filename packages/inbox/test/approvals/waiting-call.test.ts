// A call that waits: its messages, its approval, and its records.
import { expect, test } from "vitest";
import type { ToolContract } from "@proviso/manifest";
import { anna, criticalRisk, fixture, highRisk, preview, summary, tool, type Fixture } from "../sample.ts";
import {
  annaHerself,
  approvalIn,
  carla,
  inboxFixture,
  input,
  operator,
  other,
  two,
  url,
  waitFor,
} from "./people.ts";

const always = { kind: "always" } as const;

/** The message of the first answer, in which the id is written `ID`. */
async function told(given: Partial<ToolContract>, options: Fixture = {}): Promise<string> {
  const outcome = await inboxFixture({ tools: [tool({ ...highRisk, ...given })], ...options }).call(
    "notes.create",
    input,
  );
  const message = "failure" in outcome ? outcome.failure.message : "";
  return message.replaceAll(approvalIn(outcome), "ID");
}

const beginning = (people: string, who: string, where: string) =>
  `This call has not run yet: ${people} to approve it outside of this conversation. ` +
  `Tell the user that it waits for ${who} ${where}. `;
const end =
  "When it is approved, make the same call again with exactly the same arguments, and it runs. " +
  "You cannot approve it yourself, and calling again before that changes nothing.";
const users = "the user's approval";
const somebodys = "the approval of somebody who may give it";
const link = `at ${url}/ID`;

test.each<[string, Partial<ToolContract>, Fixture, string]>([
  ["the user, at the page", {}, {}, beginning("a person has", users, link) + end],
  [
    "the user, where there is no page",
    {},
    { approvals: {} },
    beginning("a person has", users, "where this product shows pending approvals; its id is ID") + end,
  ],
  [
    "somebody with a permission",
    { confirmation: { ...always, from: "notes:approve" } },
    {},
    beginning("a person has", somebodys, link) + end,
  ],
  [
    "somebody else",
    { confirmation: { ...always, by: "inbox", approver: "other" } },
    {},
    beginning("a person has", somebodys, link) + end,
  ],
  ["two people", { confirmation: two.confirmation }, {}, beginning("2 people have", somebodys, link) + end],
  [
    "several calls at once",
    { confirmation: { ...always, together: 3 } },
    {},
    `${beginning("a person has", users, link)}${end} If the user wants more calls of this tool, make them now: up to 3 that wait can be approved at once.`,
  ],
])("a caller is told to wait for %s", async (_, given, options, expected) =>
  expect(await told(given, options)).toBe(expected),
);

test("where there is no page, a caller gets no link", async () => {
  const outcome = await inboxFixture({ approvals: {} }).call("notes.create", input);
  if (outcome.kind !== "refused") throw new Error("it does not wait");
  for (const each of [outcome.failure.details, outcome.waits]) expect(each).not.toHaveProperty("url");
});

test("a caller with too many calls that wait is told so, and when to try again", async () => {
  const server = inboxFixture({ approvals: { perCaller: 1 } });
  await waitFor(server);
  expect(await server.call("notes.create", { text: "b" })).toMatchObject({
    failure: { code: "rate_limit_exceeded", details: { reason: "too_many_pending", retryAfterMs: 60_000 } },
  });
});

test("a no without a reason says until when it counts, and of no reason", async () => {
  const server = inboxFixture();
  await server.desk.deny(await waitFor(server), annaHerself);
  expect(await server.call("notes.create", input)).toMatchObject({
    failure: {
      message: expect.stringMatching(/^A person was asked and said no\. Nothing has happened\./),
      details: { expiresAt: "2026-01-01T13:00:00.000Z" },
    },
  });
});

test("of several equal calls that one approval allows, one runs", async () => {
  const server = inboxFixture();
  await server.desk.approve(await waitFor(server), annaHerself);
  const outcomes = await Promise.all([1, 2, 3].map(() => server.call("notes.create", input)));
  const lost = outcomes.filter((each) => "failure" in each);
  expect(outcomes.map(summary).toSorted()).toEqual([
    "completed",
    "refused confirmation_unanswered",
    "refused confirmation_unanswered",
  ]);
  for (const each of lost) expect(each).toMatchObject({ failure: { details: { answer: "used" } } });
  expect(server.ran).toEqual([input]);
});

test("an approval that cannot be recorded runs nothing", async () => {
  const { audit } = fixture();
  const server = inboxFixture({
    audit: {
      ...audit,
      append: (entry) =>
        entry.kind === "approval" ? Promise.reject(new Error("full")) : audit.append(entry),
    },
  });
  await server.desk.approve(await waitFor(server), annaHerself);
  expect(summary(await server.call("notes.create", input))).toBe("refused server_unavailable");
  expect(server.ran).toEqual([]);
});

test("who decides sees until when, and only what there is", async () => {
  const server = inboxFixture();
  const approval = await server.desk.get(await waitFor(server), annaHerself);
  expect(approval?.shown.message).toContain("2026-01-01 13:00 UTC");
  for (const absent of ["owner", "phrase", "isSecret", "plan"])
    expect(approval?.shown).not.toHaveProperty(absent);
});

test("who decides about a critical call sees its phrase, its secrets as such, and through what it came", async () => {
  const inputSchema = { type: "object", properties: { text: { type: "string", writeOnly: true } } } as const;
  const server = inboxFixture({ tools: [tool({ ...criticalRisk, inputSchema })] });
  const asked = await server.call("notes.create", input, { wire: {} } as never);
  const approval = await server.desk.get(approvalIn(asked), annaHerself);
  expect(approval).toMatchObject({ channel: "mcp", shown: { phrase: expect.any(String), isSecret: true } });
});

test("more values than can be shown are shown to nobody, however short", async () => {
  const server = inboxFixture({ tools: [tool({ ...highRisk, inputSchema: { type: "object" } })] });
  const many = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`key${index}`, "a value"]));
  expect(await server.call("notes.create", many)).toMatchObject({
    failure: { code: "confirmation_required", details: { reason: "too_much_to_show" } },
  });
});

test("the record of an approval names who gave it, what it was about, and nothing secret", async () => {
  const recordOf = async (given: Partial<ToolContract>) => {
    const server = inboxFixture({ tools: [tool({ ...other, ...given })] });
    const id = await waitFor(server);
    await server.desk.approve(id, carla, { via: "inbox" });
    expect(summary(await server.call("notes.create", input))).toBe("completed");
    return server.audit.records.find(({ kind }) => kind === "approval");
  };
  const plain = await recordOf({});
  expect(plain).toMatchObject({
    approvers: [{ id: "carla", tenant: "acme", via: "inbox", at: "2026-01-01T12:00:00.000Z" }],
    fingerprint: expect.any(String),
  });
  for (const absent of ["planHash", "logIn", "edited", "input"]) expect(plain).not.toHaveProperty(absent);
  const planned = await recordOf({ dryRun: { mode: "supported", preview } });
  expect(planned).toMatchObject({ fingerprint: expect.any(String), planHash: expect.any(String) });
  const secret = { type: "object", properties: { text: { type: "string", writeOnly: true } } } as const;
  const hidden = await recordOf({ inputSchema: secret, dryRun: { mode: "supported", preview } });
  for (const absent of ["fingerprint", "planHash"]) expect(hidden).not.toHaveProperty(absent);
});

test("the record of what an operator has approved names no tenant", async () => {
  const server = inboxFixture();
  await server.desk.approve(await waitFor(server), operator);
  await server.call("notes.create", input);
  const record = server.audit.records.find(({ kind }) => kind === "approval");
  expect(record?.approvers).toStrictEqual([
    { id: "olga", via: "in process", at: "2026-01-01T12:00:00.000Z" },
  ]);
});

test("who lacks the permission that approves is not asked here", async () => {
  const given = { tools: [tool({ ...highRisk, confirmation: { ...always, from: "notes:approve" } })] };
  const server = fixture(given);
  const may = { ...anna, permissions: [...anna.permissions, "notes:approve"] };
  expect(summary(await server.callAs(may)("notes.create", input, { canAsk: true }))).toBe("input_required");
  expect(summary(await server.call("notes.create", input, { canAsk: true }))).toBe(
    "refused confirmation_required",
  );
});

test("without an inbox no approval counts", async () => {
  const { call } = fixture({ tools: [tool(highRisk)] });
  expect(await call("notes.create", input, { approval: "0".repeat(48) })).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "used" } },
  });
});

test("a no given here ends what waits in the inbox", async () => {
  const server = inboxFixture();
  const id = await waitFor(server);
  const asked = await server.call("notes.create", input, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  const answer = { state: asked.state, action: "decline" } as const;
  expect(summary(await server.call("notes.create", input, { canAsk: true, answer }))).toBe(
    "refused confirmation_declined",
  );
  expect(await server.desk.get(id, annaHerself)).toMatchObject({ withdrawn: "answered_here" });
});
