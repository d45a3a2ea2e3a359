import { approvalPhrase, metaKeys } from "@proviso/manifest";
import type { ConfirmationNote, JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { answeredByPerson, createGuard } from "../src/index.ts";
import type { ConfirmAnswer, ConfirmRequest, ElicitationAnswer } from "../src/index.ts";
import { fingerprintOf } from "../src/connection/fingerprint.ts";
import { contract, deletion, manifestOf } from "./contract.ts";
import { done, fakeConnection, hashOf, listed } from "./fake-connection.ts";

const input = { customerId: "cus_1" };

async function noteFor(tool: ToolContract): Promise<ConfirmationNote & JsonObject> {
  const print = await fingerprintOf(input);
  const phrase = tool.riskLevel === "critical" ? { phrase: approvalPhrase(tool.name, print) } : {};
  return { tool: tool.name, fingerprint: print, contractHash: tool.hash, input, ...phrase };
}

function approve(request: ConfirmRequest): ConfirmAnswer {
  if (request.kind === "question") return answeredByPerson(request, { yes: true, content: { city: "Bern" } });
  const { phrase } = request;
  return answeredByPerson(request, { yes: true, ...(phrase === undefined ? {} : { phrase }) });
}

/** Calls `tool`; during the call the server asks with each of `metas`. Returns what it heard and what a person saw. */
async function elicit(
  tool: ToolContract,
  metas: readonly JsonObject[],
  answer: ((request: ConfirmRequest) => ConfirmAnswer) | undefined = approve,
): Promise<{ heard: readonly ElicitationAnswer[]; asked: readonly ConfirmRequest[] }> {
  const asked: ConfirmRequest[] = [];
  const connection = fakeConnection([listed(tool)], async (_, ask) => {
    for (const meta of metas) await ask("Sure?", meta);
    return done();
  });
  const confirm = (request: ConfirmRequest) => (asked.push(request), Promise.resolve(answer(request)));
  const guard = createGuard(connection, { manifest: manifestOf(tool), env: "test", confirm });
  await guard.call(tool.name, input);
  return { heard: connection.answers, asked };
}

const about = (note: JsonObject): JsonObject => ({ [metaKeys.confirmation]: note });

test("a person is asked once: the server's question about the approved call is answered from the approval", async () => {
  const note = await noteFor(deletion());
  const { heard, asked } = await elicit(deletion(), [about(note)]);
  expect(heard).toEqual([{ action: "accept", content: { phrase: note.phrase } }]);
  expect(asked.length).toBe(1);
});

test("a tool that is not critical is confirmed without a phrase", async () => {
  const tool = deletion({ riskLevel: "high" });
  const { heard } = await elicit(tool, [about(await noteFor(tool))]);
  expect(heard).toEqual([{ action: "accept", content: { confirm: true } }]);
});

test("an approval answers one question; a second one goes to the person", async () => {
  const meta = about(await noteFor(deletion()));
  const { asked, heard } = await elicit(deletion(), [meta, meta]);
  expect(asked.map((request) => request.kind)).toEqual(["call", "call"]);
  expect(heard.length).toBe(2);
});

test("a call that is sent again is not put to the person again, though the server asks each time", async () => {
  const tool = deletion({ hints: { ...deletion().hints, idempotentHint: true } });
  const meta = about(await noteFor(tool));
  let [asked, left] = [0, 2];
  const connection = fakeConnection([listed(tool)], async (_, ask) => {
    const { action } = await ask("Sure?", meta);
    if (action !== "accept" || left-- > 0) throw new Error("gone");
    return done();
  });
  const confirm = (request: ConfirmRequest) => ((asked += 1), Promise.resolve(approve(request)));
  const retry = { retries: 3, minDelayMs: 0 };
  const guard = createGuard(connection, { manifest: manifestOf(tool), env: "test", retry, confirm });
  expect((await guard.call(tool.name, input)).ok).toBe(true);
  expect({ asked, sent: connection.calls.length }).toEqual({ asked: 1, sent: 3 });
});

test("a question about anything but exactly the approved call is put to the person, with a warning", async () => {
  const note = await noteFor(deletion());
  const others = [
    { ...note, tool: "users.delete" },
    { ...note, fingerprint: await fingerprintOf({ customerId: "cus_2" }) },
    { ...note, contractHash: "beef" },
    { ...note, phrase: "delete 000000" },
  ];
  for (const other of others) {
    const { asked, heard } = await elicit(deletion(), [about(other)], (request) =>
      request.kind === "call" ? approve(request) : { approved: false },
    );
    expect(asked.at(-1)).toMatchObject({ kind: "question", warning: "No such call is under way." });
    expect(heard).toEqual([{ action: "decline" }]);
  }
});

test("a plan that the person has not seen is shown before it is approved", async () => {
  const plan = {
    dryRun: true,
    warnings: [],
    missingPermissions: [],
    expectedSideEffects: ["9 rows"],
    estimatedDurationMs: 1,
  };
  const { asked } = await elicit(deletion(), [about({ ...(await noteFor(deletion())), plan })]);
  expect(asked.at(-1)).toMatchObject({ kind: "call", plan, reasons: ["server"] });
});

test("a call that ran unasked is still put to the person when the server asks", async () => {
  const tool = contract({ confirmation: { kind: "when", condition: "input.all" } });
  const meta = about(await noteFor(tool));
  const yes = await elicit(tool, [meta]);
  expect(yes.asked).toMatchObject([{ kind: "call", reasons: ["server"], input }]);
  expect(yes.heard).toEqual([{ action: "accept", content: { confirm: true } }]);
  const no = await elicit(tool, [meta], () => ({ approved: false }));
  expect(no.heard).toEqual([{ action: "decline" }]);
});

test("another question is put to the person, and an empty answer never counts", async () => {
  const given = await elicit(contract(), [{}]);
  expect(given.heard).toEqual([{ action: "accept", content: { city: "Bern" } }]);
  for (const empty of [{}, { content: {} }]) {
    const answer = ({ id }: ConfirmRequest) => ({ approved: true, requestId: id, ...empty }) as const;
    expect((await elicit(contract(), [{}], answer)).heard).toEqual([{ action: "decline" }]);
  }
});

test("a server of which nothing is pinned may make a call stricter: its critical tool wants the phrase, once", async () => {
  const tool = { ...deletion(), hash: hashOf(deletion()) };
  const note = await noteFor(tool);
  const asked: ConfirmRequest[] = [];
  const wire = { ...listed(tool), name: "customers_delete" };
  const connection = fakeConnection([wire], async (_, ask) => (await ask("Sure?", about(note)), done()));
  const confirm = (request: ConfirmRequest) => (asked.push(request), Promise.resolve(approve(request)));
  expect((await createGuard(connection, { confirm }).call(wire.name, input)).ok).toBe(true);
  expect(asked).toMatchObject([
    { kind: "call", riskLevel: "unclassified", phrase: note.phrase, reasons: ["unpinned"] },
  ]);
  expect(asked[0]).not.toHaveProperty("effects");
  expect(connection.answers).toEqual([{ action: "accept", content: { phrase: note.phrase } }]);
});

test("without a person every question is declined", async () => {
  const connection = fakeConnection([listed(contract())], async (_, ask) => (await ask("Sure?", {}), done()));
  await createGuard(connection, { manifest: manifestOf(contract()) }).call("customers.get", {});
  expect(connection.answers).toEqual([{ action: "decline" }]);
});

test("an approval ends with its call", async () => {
  const tool = deletion();
  const meta = about(await noteFor(tool));
  const connection = fakeConnection([listed(tool)], async (call, ask) => {
    if (call.input["late"]) await ask("Sure?", meta);
    return done();
  });
  const confirm = (request: ConfirmRequest) =>
    Promise.resolve(request.kind === "call" ? approve(request) : ({ approved: false } as const));
  const guard = createGuard(connection, { manifest: manifestOf(tool), env: "test", confirm });
  await guard.call(tool.name, input);
  await guard.call(tool.name, { late: true });
  expect(connection.answers).toEqual([{ action: "decline" }]);
});
