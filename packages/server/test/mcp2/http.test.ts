// The 2.x adapter over HTTP, which keeps no sessions for clients of 2026-07-28. What both adapters share: `test/wire`.
import { expect, test } from "vitest";
import { fixture, highRisk, tool } from "../sample.ts";
import { adapters } from "../ways/in-memory.ts";
import { callRequest, envelope, http1, http2, listen, send } from "../wire/http-bench.ts";

const tools = [tool(), tool({ ...highRisk, name: "notes.delete" })];
const deleteNote = { name: "notes.delete", arguments: { text: "b" } };
const anna = { authorization: "Bearer anna" };

test("there are no sessions to open or to end", async () => {
  const { url } = await listen(http2);
  for (const method of ["GET", "DELETE"])
    expect(await send(url, anna, {}, method)).toMatchObject({ status: 405 });
});

test("a client that speaks nothing but 2026-07-28 is not served by the 1.x adapter", async () => {
  const { connect } = await listen(http1);
  await expect(connect("anna", {}, "pinned")).rejects.toMatchObject({ code: "ERA_NEGOTIATION_FAILED" });
});

test("a list may be kept for a while by its own client of 2026-07-28, and by nobody between", async () => {
  for (const { protocol, connect } of adapters) {
    const client = await connect(fixture().server);
    const { ttlMs, cacheScope } = await client.request("tools/list");
    const kept = { ttlMs: 60_000, cacheScope: "private" };
    expect({ ttlMs, cacheScope }).toEqual(protocol === "2026-07-28" ? kept : {});
    await client.close();
  }
});

/** Sends a call with an answer that the test chooses. Returns the outcome. */
async function retry(
  changes: (asked: { state: string }) => object,
  token = "Bearer anna",
): Promise<{ answer: unknown; runs: number; again: () => Promise<unknown> }> {
  const { url, ran } = await listen(http2, { tools });
  const call = async (authorization: string, more: object) => {
    const { body } = await send(url, { authorization }, callRequest({ ...deleteNote, ...more }));
    const { result, error } = JSON.parse(body) as {
      readonly result?: Readonly<Record<string, never>>;
      readonly error?: { readonly code: number };
    };
    return { ...result, ...(error && { error: error.code }) } as Readonly<Record<string, never>>;
  };
  const asked = await call("Bearer anna", {});
  expect(asked).toMatchObject({
    resultType: "input_required",
    requestState: expect.any(String),
    inputRequests: { confirm: { method: "elicitation/create" } },
  });
  const sent = changes({ state: asked["requestState"] ?? "" });
  const again = async (): Promise<unknown> => {
    const { error, resultType, _meta } = await call(token, sent);
    return error ?? _meta?.["dev.proviso/failure"]?.["code"] ?? resultType;
  };
  return { answer: await again(), runs: ran.length, again };
}

const yes = { confirm: { action: "accept", content: { confirm: true } } };

test("an answer with its state runs the call once, and never again", async () => {
  const { answer, runs, again } = await retry(({ state }) => ({ requestState: state, inputResponses: yes }));
  expect([answer, runs]).toEqual(["complete", 1]);
  expect(await again()).toBe("confirmation_unanswered");
});

test("answers to other questions are left aside", async () => {
  const inputResponses = { ...yes, other: { action: "decline" } };
  const { answer, runs } = await retry(({ state }) => ({ requestState: state, inputResponses }));
  expect([answer, runs]).toEqual(["complete", 1]);
});

const ofSomebodyElse = -32602;
type Changes = Parameters<typeof retry>[0];
const cases: readonly (readonly [what: string, changes: Changes, answer: unknown])[] = [
  ["without the state", () => ({ inputResponses: yes }), ofSomebodyElse],
  ["with a state of its own", () => ({ requestState: "e30.e30", inputResponses: yes }), ofSomebodyElse],
  ["with an empty state", () => ({ requestState: "", inputResponses: yes }), ofSomebodyElse],
  [
    "with a changed state",
    ({ state }) => ({ requestState: `x${state}`, inputResponses: yes }),
    ofSomebodyElse,
  ],
  [
    "for other arguments",
    ({ state }) => ({ requestState: state, inputResponses: yes, arguments: { text: "everything" } }),
    "confirmation_unanswered",
  ],
  ["with a state and no answer", ({ state }) => ({ requestState: state }), "input_required"],
  [
    "to another question",
    ({ state }) => ({ requestState: state, inputResponses: { other: yes.confirm } }),
    "input_required",
  ],
  [
    "in an envelope",
    ({ state }) => ({
      requestState: state,
      inputResponses: { confirm: { method: "elicitation/create", result: yes.confirm } },
    }),
    "input_required",
  ],
];

test.each(cases)("an accepting answer %s runs nothing", async (_, changes, expected) => {
  const { answer, runs } = await retry(changes);
  expect([answer, runs]).toEqual([expected, 0]);
});

test("an answer of another principal runs nothing", async () => {
  const { answer, runs } = await retry(
    ({ state }) => ({ requestState: state, inputResponses: yes }),
    "Bearer ben",
  );
  expect([answer, runs]).toEqual(["confirmation_unanswered", 0]);
});

test("a client that can show no form gets a result that its model reads, not a protocol error", async () => {
  const { url, ran } = await listen(http2, { tools });
  const unable = { ...envelope, "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } } };
  const { status, body } = await send(url, anna, callRequest({ ...deleteNote, _meta: unable }));
  expect(status).toBe(200);
  expect(JSON.parse(body).result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/nobody was asked: a person has to approve this call/i) }],
    _meta: { "dev.proviso/failure": { code: "confirmation_required" } },
  });
  expect(ran).toEqual([]);
});

test("what is no state and no answers is malformed, and runs nothing", async () => {
  const { url, ran } = await listen(http2, { tools });
  for (const more of [
    { requestState: 7 },
    { inputResponses: "yes" },
    { requestState: null, inputResponses: yes },
  ])
    await send(url, anna, callRequest({ ...deleteNote, ...more }));
  expect(ran).toEqual([]);
});
