// The 2.x adapter over HTTP, which keeps no sessions. What both adapters share: `test/wire`.
import { expect, test } from "vitest";
import { fixture, highRisk, tool } from "../sample.ts";
import { adapters } from "../ways/in-memory.ts";
import { callRequest, http1, http2, listen, send } from "../wire/http-bench.ts";

const tools = [tool(), tool({ ...highRisk, name: "notes.delete" })];
const deleteNote = { name: "notes.delete", arguments: { text: "b" } };
const anna = { authorization: "Bearer anna" };

test("there is nothing to open or to end but requests", async () => {
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

/** What somebody sends who was asked, with the answer under their control. */
async function retry(
  changes: (asked: { state: string }) => object,
  token = "Bearer anna",
): Promise<{ code: unknown; runs: number; again: () => Promise<unknown> }> {
  const { url, ran } = await listen(http2, { tools });
  const call = async (authorization: string, more: object) => {
    const reply = await send(url, { authorization }, callRequest({ ...deleteNote, ...more }));
    return (JSON.parse(reply.body) as { result: Record<string, never> }).result;
  };
  const asked = await call("Bearer anna", {});
  expect(asked).toMatchObject({
    resultType: "input_required",
    requestState: expect.any(String),
    inputRequests: { confirm: { method: "elicitation/create" } },
  });
  const sent = changes({ state: asked["requestState"] ?? "" });
  const codeOf = async () => {
    const { resultType, _meta } = await call(token, sent);
    return _meta?.["dev.proviso/failure"]?.["code"] ?? resultType;
  };
  return { code: await codeOf(), runs: ran.length, again: codeOf };
}

const yes = { confirm: { action: "accept", content: { confirm: true } } };

test("an answer with its state runs the call once, and never again", async () => {
  const { code, runs, again } = await retry(({ state }) => ({ requestState: state, inputResponses: yes }));
  expect([code, runs]).toEqual(["complete", 1]);
  expect(await again()).toBe("confirmation_declined");
});

test.each([
  ["without the state", () => ({ inputResponses: yes })],
  ["with a state of its own", () => ({ requestState: "e30.e30", inputResponses: yes })],
  ["with an empty state", () => ({ requestState: "", inputResponses: yes })],
  [
    "with a changed state",
    ({ state }: { state: string }) => ({ requestState: `x${state}`, inputResponses: yes }),
  ],
  ["with a state and no answer", ({ state }: { state: string }) => ({ requestState: state })],
  [
    "with an answer to another question",
    ({ state }: { state: string }) => ({ requestState: state, inputResponses: { other: yes.confirm } }),
  ],
  [
    "with an answer in an envelope",
    ({ state }: { state: string }) => ({
      requestState: state,
      inputResponses: { confirm: { method: "elicitation/create", result: yes.confirm } },
    }),
  ],
  [
    "for other arguments",
    ({ state }: { state: string }) => ({
      requestState: state,
      inputResponses: yes,
      arguments: { text: "everything" },
    }),
  ],
])("an accepting answer %s runs nothing", async (_, changes) => {
  const { code, runs } = await retry(changes);
  expect([code, runs]).toEqual(["confirmation_declined", 0]);
});

test("an answer of another principal runs nothing", async () => {
  const { code, runs } = await retry(
    ({ state }) => ({ requestState: state, inputResponses: yes }),
    "Bearer ben",
  );
  expect([code, runs]).toEqual(["confirmation_declined", 0]);
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
