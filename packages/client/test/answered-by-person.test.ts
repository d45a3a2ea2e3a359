import { expect, test } from "vitest";
import { answeredByPerson } from "../src/index.ts";
import type { Confirm, ConfirmAnswer, ConfirmRequest, PersonInput } from "../src/index.ts";
import { additive, contract, deletion } from "./contract.ts";
import { done } from "./fake-connection.ts";
import { over, yes } from "./harness.ts";

const share = contract({
  name: "files.share",
  riskLevel: "high",
  hints: additive,
  sideEffects: [
    { kind: "grants", description: "A link that anybody can open.", reversible: true, external: false },
    { kind: "sends", description: "A mail with the link.", reversible: false, external: true },
  ],
});

/** Calls with a host that answers by `confirm`; expects whether the call was sent. */
async function check(confirm: Confirm, sent: boolean, tool = share): Promise<void> {
  const { guard, connection } = over(tool, () => done(), { confirm, caller: "Mia" });
  const result = await guard.call(tool.name, { fileId: "f_1" });
  expect(result.ok).toBe(sent);
  expect(connection.calls.length).toBe(sent ? 1 : 0);
}

/** What a careless host might return, past its types. */
const careless = (answer: unknown): Confirm => {
  return () => Promise.resolve(answer as ConfirmAnswer);
};

test("an answer that a person gave in this request counts", () => check(yes, true));

test("an empty or default answer never counts", async () => {
  const empties = [undefined, null, {}, "", "yes", true, 1, [], { approved: "true" }, { approved: 1 }];
  for (const empty of empties) await check(careless(empty), false);
});

test("an approval without the mark never counts, nor one with an empty mark", async () => {
  for (const requestId of [undefined, "", "*", true, null])
    await check(careless({ approved: true, requestId }), false);
});

test("an answer is bound to its request: one kept from an earlier request is a no", async () => {
  let kept: ConfirmAnswer | undefined;
  const confirm: Confirm = async (request) => (kept ??= await yes(request));
  const { guard, connection } = over(share, () => done(), { confirm });
  expect((await guard.call(share.name, { fileId: "f_1" })).ok).toBe(true);
  expect(await guard.call(share.name, { fileId: "f_1" })).toMatchObject({
    failure: { code: "declined_by_person" },
  });
  expect(connection.calls.length).toBe(1);
});

test("the helper fills nothing in: what the person did not give is a no", () => {
  const call = { kind: "call", id: "1" } as const;
  const critical = { ...call, phrase: "delete c0ffee" };
  const question = { kind: "question", id: "2" } as const;
  const table: readonly (readonly [Parameters<typeof answeredByPerson>[0], PersonInput, boolean])[] = [
    [call, { yes: true }, true],
    [call, { yes: false }, false],
    [call, {} as PersonInput, false],
    [call, { yes: "yes" as unknown as boolean }, false],
    [critical, { yes: true }, false],
    [critical, { yes: true, phrase: "" }, false],
    [critical, { yes: true, phrase: "delete" }, false],
    [critical, { yes: true, phrase: " delete c0ffee " }, true],
    [critical, { yes: false, phrase: "delete c0ffee" }, false],
    [question, { yes: true }, false],
    [question, { yes: true, content: {} }, false],
    [question, { yes: true, content: { city: "Bern" } }, true],
  ];
  for (const [request, said, counts] of table)
    expect({ request, said, approved: answeredByPerson(request, said).approved }).toEqual({
      request,
      said,
      approved: counts,
    });
});

test("a request holds everything that a person needs", async () => {
  const asked: ConfirmRequest[] = [];
  await check((request) => (asked.push(request), yes(request)), true);
  expect(asked).toEqual([
    {
      kind: "call",
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      caller: "Mia",
      view: expect.arrayContaining([{ title: "Arguments", lines: ['fileId = "f_1"'] }]),
      tool: "files.share",
      title: share.title,
      summary: share.title,
      description: share.description,
      riskLevel: "high",
      env: "test",
      input: { fileId: "f_1" },
      effects: share.sideEffects,
      irreversible: ["A mail with the link."],
      reasons: ["risk"],
      explanations: ["Its risk is high or critical."],
    },
  ]);
});

test("a host that changes the request changes nothing that is sent", async () => {
  const confirm: Confirm = (request) => {
    if (request.kind === "call") (request.input as Record<string, unknown>)["fileId"] = "f_evil";
    return yes(request);
  };
  const { guard, connection } = over(deletion(), () => done(), { confirm });
  await guard.call("customers.delete", { fileId: "f_1" });
  expect(connection.calls[0]?.input).toEqual({ fileId: "f_1" });
});
