// What a person said about a call, and what a server that asks about it is answered.
import { metaKeys } from "@proviso/manifest";
import type { JsonObject, Plan } from "@proviso/manifest";
import { expect, test } from "vitest";
import { createApprovals, type PendingCall } from "../src/ask/approvals.ts";
import { readNote, wasShown } from "../src/ask/question-note.ts";
import type { LinkAnswer } from "../src/ask/offer-links.ts";
import type { Confirm, ConfirmRequest } from "../src/ask/request.ts";
import type { Elicitation } from "../src/connection/connection.ts";
import { yes } from "./harness.ts";

const named = { name: "files_delete", spoken: "files.delete", hashes: ["h1"] };

const callOf = (more: Partial<PendingCall["request"]> = {}): PendingCall => ({
  confirm: undefined,
  signal: undefined,
  request: {
    kind: "call",
    tool: "files.delete",
    title: "Delete a file",
    description: "",
    riskLevel: "high",
    env: "live",
    input: { id: "f_1" },
    ...more,
  },
  fingerprint: "p1",
  named,
});

const plan = (more: JsonObject = {}): Plan =>
  ({ files: 3, estimatedDurationMs: 5, ...more }) as unknown as Plan;

/** The server's question about a call. */
const about = (more: JsonObject = {}): Elicitation => ({
  message: "Delete it?",
  schema: {},
  meta: {
    [metaKeys.confirmation]: { tool: "files_delete", fingerprint: "p1", contractHash: "h1", ...more },
  },
});
const anything: Elicitation = { message: "Which one?", schema: {}, meta: {} };
const link: Elicitation = { ...anything, url: "https://office.example/" };

/** The approvals of a session, and whom they asked: a person who says yes, unless told otherwise. */
function session(confirm: Confirm | undefined = yes, opened: LinkAnswer = "opened") {
  const asked: ConfirmRequest[] = [];
  const links: unknown[] = [];
  const listener = { asked: (request: ConfirmRequest) => void asked.push(request), answered: () => {} };
  const offerLink = async (url: unknown) => (links.push(url), opened);
  return { asked, links, approvals: createApprovals(confirm, String, listener, offerLink) };
}

const accepted = { action: "accept", content: { confirm: true } };

test("a person can be asked where the guard or the call has one", () => {
  const call = callOf();
  expect(session().approvals.canAsk(call)).toBe(true);
  const alone = createApprovals(undefined, String, { asked() {}, answered() {} }, async () => "refused");
  expect([alone.canAsk(call), alone.canAsk({ ...call, confirm: yes })]).toEqual([false, true]);
});

test("the server hears the yes once in each attempt, without asking the person again", async () => {
  const { approvals, asked } = session();
  const call = callOf();
  approvals.open(call);
  expect(await approvals.approve(call, [], plan())).toBe("approved");
  expect([asked.length, approvals.saidYes(call)]).toEqual([1, false]);
  for (const attempt of [1, 2]) {
    approvals.startAttempt(call);
    expect(approvals.saidYes(call)).toBe(false);
    expect(await approvals.answer(about({ plan: plan({ estimatedDurationMs: 9 }) }))).toEqual(accepted);
    expect([asked.length, approvals.saidYes(call), attempt > 0]).toEqual([1, true, true]);
  }
  // The second question of one attempt.
  expect(await approvals.answer(about())).toEqual(accepted);
  expect(asked.length).toBe(2);
});

test("a plan that the person has not seen is put to them", async () => {
  const { approvals, asked } = session();
  const call = callOf();
  approvals.open(call);
  await approvals.approve(call, [], plan());
  await approvals.answer(about({ plan: plan({ files: 4 }) }));
  expect(asked[1]).toMatchObject({ reasons: ["server"], plan: { files: 4 } });
});

test("a phrase is sent where the server wants it", async () => {
  const { approvals } = session();
  const call = callOf({ phrase: "delete f_1" });
  approvals.open(call);
  await approvals.approve(call, [], undefined);
  expect(await approvals.answer(about({ phrase: "delete f_1" }))).toEqual({
    action: "accept",
    content: { phrase: "delete f_1" },
  });
});

test("a no is declined, and a question that nobody answers is cancelled", async () => {
  const answers: readonly (readonly [Confirm, string])[] = [
    [async () => ({ approved: false }), "decline"],
    [() => Promise.reject(new Error("closed")), "cancel"],
  ];
  for (const [confirm, action] of answers) {
    const { approvals } = session(confirm);
    const call = callOf();
    approvals.open(call);
    expect(await approvals.answer(about())).toEqual({ action });
    expect(await approvals.answer(anything)).toEqual({ action });
    expect(approvals.saidYes(call)).toBe(false);
  }
});

test("of two equal calls the one that was approved is meant", async () => {
  const { approvals, asked } = session();
  const [waiting, approved, other] = [callOf(), callOf(), callOf()];
  for (const call of [waiting, approved, other]) approvals.open(call);
  await approvals.approve(approved, [], undefined);
  await approvals.answer(about());
  expect([waiting, approved, other].map((call) => approvals.saidYes(call))).toEqual([false, true, false]);
  expect(asked.length).toBe(1);
  // Its approval was used: then the first one is asked about.
  await approvals.answer(about());
  expect([approvals.saidYes(waiting), asked.length]).toEqual([true, 2]);
});

test("what is asked about another call, phrase or contract is a question with a warning", async () => {
  const { approvals, asked } = session();
  const call = callOf({ phrase: "delete f_1" });
  approvals.open(call);
  const others = [{ tool: "x" }, { fingerprint: "x" }, { contractHash: "x" }, { phrase: "x" }];
  for (const other of others) await approvals.answer(about(other));
  expect(asked.map((request) => request.kind === "question" && request.warning)).toEqual(
    others.map(() => "No such call is under way."),
  );
  await approvals.answer(anything);
  expect(Object.keys(asked.at(-1) ?? {})).not.toContain("warning");
});

test("after any other yes it is unknown what the server did: no open call is sent again", async () => {
  const confirm: Confirm = async ({ id }) => ({ approved: true, requestId: id, content: { a: 1 } });
  const { approvals } = session(confirm);
  const [one, two, closed] = [callOf(), callOf(), callOf()];
  for (const call of [one, two, closed]) approvals.open(call);
  approvals.close(closed);
  expect(await approvals.answer(anything)).toEqual({ action: "accept", content: { a: 1 } });
  expect([one, two, closed].map((call) => approvals.saidYes(call))).toEqual([true, true, false]);
});

test.each([
  ["opened", "accept", true],
  ["declined", "decline", true],
  ["unanswered", "cancel", true],
  ["refused", "decline", false],
] as const)("a page that was %s during a call", async (said, action, isDoubt) => {
  const { approvals, links } = session(yes, said);
  const call = callOf();
  expect(await approvals.answer(link)).toEqual({ action: "cancel" });
  expect(links).toEqual([]);
  approvals.open(call);
  expect(approvals.saidYes(call)).toBe(false);
  expect(await approvals.answer(link)).toEqual({ action });
  expect([links.length, approvals.saidYes(call)]).toEqual([1, isDoubt]);
});

test("what a person approves after the call has ended counts for nothing", async () => {
  const { approvals, asked } = session();
  const call = callOf();
  expect(await approvals.approve(call, [], undefined)).toBe("approved");
  approvals.startAttempt(call);
  approvals.open(call);
  await approvals.answer(about());
  expect(asked.length).toBe(2);
});

test("a plan was shown if it is the same but for the time that it takes", () => {
  expect(wasShown(undefined, undefined)).toBe(true);
  expect(wasShown(undefined, plan())).toBe(true);
  for (const server of [plan(), { estimatedDurationMs: 5 } as unknown as Plan])
    expect(wasShown(server, undefined)).toBe(false);
  expect(wasShown(plan(), plan({ estimatedDurationMs: 70 }))).toBe(true);
  expect(wasShown(plan(), plan({ files: 4 }))).toBe(false);
});

test("a phrase that is no text is none", () => {
  const read = (phrase: JsonObject[string]) => readNote(about({ phrase }).meta)?.phrase;
  expect([read("a"), read(7), read(null), read({})]).toEqual(["a", undefined, undefined, undefined]);
});
