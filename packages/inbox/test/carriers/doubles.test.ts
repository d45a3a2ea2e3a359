// Each carrier of a question with each double of a client. Tasks: `tasks.test.ts`.
import { expect, test } from "vitest";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { annaHerself, url } from "../approvals/people.ts";
import { wordOf } from "../../../server/test/attacks/surfaces.ts";
import { criticalRisk, fixture, tool } from "../sample.ts";
import { fromError } from "../../../server/test/ways/reply.ts";
import { doubles, type DoubleName } from "./doubles.ts";
import { connect1, connect2For2025, connect2For2026, type Connect, type Elicited } from "./sdk-clients.ts";

const input = { text: "a" };
const name = "notes.create";

/** Critical: without reading the question nobody knows the phrase. */
function serverFor(by: "here" | "inbox", approvals: object = { url }) {
  return fixture({ tools: [tool({ ...criticalRisk, confirmation: { kind: "always", by } })], approvals });
}
type Server = ReturnType<typeof serverFor>;

/** What an honest person does: types the phrase, or approves this one call on its page. */
function personAt({ desk }: Server, as: Reviewer): (asked: Elicited) => Promise<unknown> {
  let isAsked = false;
  return async ({ mode, url: page, _meta }) => {
    const phrase = _meta?.["dev.proviso/confirmation"]?.phrase ?? "";
    if (mode === "form") return { action: "accept", content: { phrase } };
    if (!isAsked) await desk.approve(page?.split("/").at(-1) ?? "", as);
    isAsked = true;
    return { action: "accept" };
  };
}

async function wordFrom(call: Promise<Readonly<Record<string, unknown>>>): Promise<string> {
  try {
    return wordOf((await call)["_meta"]);
  } catch (error) {
    try {
      return fromError(error, name).word;
    } catch {
      return "no result";
    }
  }
}

const carriers = {
  "a form of 2025, SDK 1.x": [connect1, "here"],
  "a form of 2025, SDK 2.x": [connect2For2025, "here"],
  "a form of 2026, as input_required": [connect2For2026, "here"],
  "a link of 2025, SDK 1.x": [connect1, "inbox"],
  "a link of 2025, SDK 2.x": [connect2For2025, "inbox"],
  "a link of 2026, as input_required": [connect2For2026, "inbox"],
  // A server that has no page to link to.
  "words, SDK 1.x": [connect1, "inbox", {}],
  "words of 2025, SDK 2.x": [connect2For2025, "inbox", {}],
  "words of 2026": [connect2For2026, "inbox", {}],
} as const satisfies Readonly<Record<string, readonly [Connect, "here" | "inbox", object?]>>;

const done = "completed";
const unanswered = "confirmation_unanswered";
const unasked = "confirmation_required";
const waits = "approval_pending";
/** The client's own error, or its end. */
const nothing = "no result";

/** What the call comes to by a form and by a link, in the order of the keys above. Words decide nothing: they always wait. */
const expected: Readonly<Record<DoubleName, readonly string[]>> = {
  honest: [done, done, done, done, done, done],
  "declares nothing": [unasked, unasked, unasked, waits, waits, waits],
  "declares what it cannot do": [unanswered, unanswered, nothing, waits, waits, nothing],
  "accepts by itself": [unanswered, unanswered, unanswered, waits, waits, waits],
  "accepts with nothing": [unanswered, unanswered, unanswered, waits, waits, waits],
  "cancels by itself": [unanswered, unanswered, unanswered, waits, waits, waits],
  "answers twice": [done, done, done, done, done, done],
  // The person has approved on the page, so a lost answer to a link of 2025 loses nothing.
  "answers for another id": [unanswered, unanswered, unanswered, done, done, waits],
  vanishes: [nothing, nothing, nothing, nothing, nothing, nothing],
};

const cases = Object.entries(carriers).flatMap(([carrier, [connect, by, approvals]], at) =>
  (Object.keys(doubles) as DoubleName[]).map((double) => {
    return { carrier, connect, by, approvals, double, word: expected[double][at] ?? waits };
  }),
);

test.each(cases)(
  "$carrier, a client that is or does: $double",
  async ({ connect, by, approvals, double, word }) => {
    const server = serverFor(by, approvals);
    const client = await connect(server.server, doubles[double](personAt(server, annaHerself)));
    expect(await wordFrom(client.call(name, input))).toBe(word);
    await client.close();
    const ran = word === "completed" ? [input] : [];
    expect(server.ran).toEqual(ran);
    if (by === "here") return;
    // The approval is left for the person as if the client had not been there.
    for (const { id } of await server.desk.list(annaHerself)) await server.desk.approve(id, annaHerself);
    const other = await connect(server.server, {});
    expect(await wordFrom(other.call(name, input))).toBe(word === "completed" ? waits : "completed");
    await other.close();
    expect(server.ran).toEqual([input]);
  },
);

/** In process, whoever calls brings the answers. */
const inProcess: Readonly<
  Record<string, readonly [word: string, (state: string, phrase: string) => readonly object[]]>
> = {
  "is honest": [done, (state, phrase) => [{ state, action: "accept", content: { phrase } }]],
  "cannot ask": [unasked, () => [{}]],
  "accepts by itself": [
    unanswered,
    (state) => [{ state, action: "accept", content: { confirm: true, phrase: "create 000000" } }],
  ],
  "answers twice": [
    unanswered,
    (state, phrase) => {
      const answer = { state, action: "accept", content: { phrase } };
      return [answer, answer];
    },
  ],
  "answers for another id": [
    unanswered,
    (state, phrase) => [{ state: `${state}x`, action: "accept", content: { phrase } }],
  ],
  "names an approval that nobody gave": [unanswered, () => [{ approval: "0".repeat(48) }]],
};

test.each(Object.entries(inProcess))("in process, a caller that %s", async (who, [word, answers]) => {
  const server = serverFor("here");
  const asked = await server.call(name, input, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  const { state, request } = asked;
  let last = "";
  for (const each of answers(state, request.phrase ?? "")) {
    const options = "approval" in each || !("state" in each) ? each : { answer: each as never };
    const outcome = await server.call(name, input, options);
    last = "failure" in outcome ? outcome.failure.code : outcome.kind;
  }
  expect(last).toBe(word);
  expect(server.ran).toHaveLength(["is honest", "answers twice"].includes(who) ? 1 : 0);
});
