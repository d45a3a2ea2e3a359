import { expect, test } from "vitest";
import type { Reviewer } from "../../src/api/approval-desk.ts";
import { annaHerself, url } from "../approvals/people.ts";
import { wordOf } from "../attacks/surfaces.ts";
import { criticalRisk, fixture, tool } from "../sample.ts";
import { fromError } from "../ways/reply.ts";
import { doubles, type DoubleName } from "./doubles.ts";
import { connect1, connect2For2025, connect2For2026, type Connect, type Elicited } from "./sdk-clients.ts";

const input = { text: "a" };
const name = "notes.create";

/** Critical: without reading the question nobody knows the phrase. */
function serverFor(by: "here" | "inbox") {
  return fixture({
    tools: [tool({ ...criticalRisk, confirmation: { kind: "always", by } })],
    approvals: { url },
  });
}
type Server = ReturnType<typeof serverFor>;

/** What an honest person does: types the phrase, or approves this one call on its page. */
function personAt({ server }: Server, as: Reviewer): (asked: Elicited) => Promise<unknown> {
  let isAsked = false;
  return async ({ mode, url: page, _meta }) => {
    const phrase = _meta?.["dev.proviso/confirmation"]?.phrase ?? "";
    if (mode === "form") return { action: "accept", content: { phrase } };
    if (!isAsked) await server.approvals.approve(page?.split("/").at(-1) ?? "", as);
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
} as const satisfies Readonly<Record<string, readonly [Connect, "here" | "inbox"]>>;

const unanswered = "confirmation_unanswered";
const waits = "approval_pending";
/** The client's own error, or its end. */
const nothing = "no result";

/** What each carrier's call comes to, in the order of the keys above. */
const expected: Readonly<Record<DoubleName, readonly string[]>> = {
  honest: ["completed", "completed", "completed", "completed", "completed", "completed"],
  "declares nothing": [
    "confirmation_required",
    "confirmation_required",
    "confirmation_required",
    waits,
    waits,
    waits,
  ],
  "declares what it cannot do": [unanswered, unanswered, nothing, waits, waits, nothing],
  "accepts by itself": [unanswered, unanswered, unanswered, waits, waits, waits],
  "accepts with nothing": [unanswered, unanswered, unanswered, waits, waits, waits],
  "cancels by itself": [unanswered, unanswered, unanswered, waits, waits, waits],
  "answers twice": ["completed", "completed", "completed", "completed", "completed", "completed"],
  // The person has approved on the page, so a lost answer to a link of 2025 loses nothing.
  "answers for another id": [unanswered, unanswered, unanswered, "completed", "completed", waits],
  vanishes: [nothing, nothing, nothing, nothing, nothing, nothing],
};

const cases = Object.entries(carriers).flatMap(([carrier, [connect, by]], at) =>
  (Object.keys(doubles) as DoubleName[]).map((double) => {
    return { carrier, connect, by, double, word: expected[double][at] };
  }),
);

test.each(cases)("$carrier, a client that is or does: $double", async ({ connect, by, double, word }) => {
  const server = serverFor(by);
  const client = await connect(server.server, doubles[double](personAt(server, annaHerself)));
  expect(await wordFrom(client.call(name, input))).toBe(word);
  await client.close();
  const ran = word === "completed" ? [input] : [];
  expect(server.ran).toEqual(ran);
  if (by === "here") return;
  // The approval is left for the person as if the client had not been there.
  for (const { id } of await server.server.approvals.list(annaHerself))
    await server.server.approvals.approve(id, annaHerself);
  const other = await connect(server.server, {});
  expect(await wordFrom(other.call(name, input))).toBe(word === "completed" ? waits : "completed");
  await other.close();
  expect(server.ran).toEqual([input]);
});
