import { describe, expect, expectTypeOf, test } from "vitest";
import type { Plan } from "@proviso/manifest";
import { CallError, failureOf } from "../../src/serve/call-error.ts";
import { memoryState } from "../../src/state/memory-state.ts";
import type { PlanResult } from "../../src/api/handler.ts";
import type { Outcome } from "../../src/api/outcome.ts";
import { callApproved, callAs, yesTo } from "../../src/testing.ts";
import { anna, highRisk, tool } from "../sample.ts";
import {
  noteServer,
  type CreateInput,
  type CreateOutput,
  type NotesTools,
  type NoteServerOptions,
} from "./note-server.ts";

function open(options: NoteServerOptions = {}) {
  const state = memoryState();
  const app = noteServer({ ...state, ...options });
  return { app, notes: app.as(anna).notes, audit: state.audit };
}

/** The error of a call that must not succeed. */
async function errorOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CallError) return error;
  throw new Error(`expected a CallError, and not ${String(error)}`);
}

describe("a typed call in process", () => {
  test("returns the output, and is on record", async () => {
    const { notes, audit } = open();
    expect(await notes.create({ text: "a" })).toEqual({ id: "a" });
    expect(audit.records.map(({ kind, tool: name }) => [kind, name])).toEqual([
      ["intent", "notes.create"],
      ["outcome", "notes.create"],
    ]);
  });

  test("has a plan where the contract has a dry run, which runs nothing", async () => {
    let ran = 0;
    const { notes } = open({ create: () => ({ id: String(++ran) }) });
    expect(await notes.createMany.plan({ text: "abc" })).toMatchObject({ count: 3, dryRun: true });
    expect(ran).toBe(0);
    expect(Object.keys(notes.create)).toEqual([]);
  });

  test("throws the failure that its contract declares", async () => {
    const { notes } = open({
      create(_input, { fail }) {
        throw fail.noteTooLong("Too long.");
      },
    });
    const error = await errorOf(notes.create({ text: "a" }));
    expect([error.code, error.tool, error.message]).toEqual([
      "note_too_long",
      "notes.create",
      "notes.create: Too long.",
    ]);
    expect(failureOf<NotesTools["create"]>(error)?.retry).toBe("never");
    expect(failureOf(new Error("another"))).toBeUndefined();
  });

  test("is refused like any other", async () => {
    const { app } = open();
    const { notes } = app.as({ ...anna, permissions: [] });
    expect(await errorOf(notes.create({ text: "a" }))).toMatchObject({
      code: "permission_denied",
      outcome: { kind: "refused" },
    });
    expect(await errorOf(app.as(anna).notes.create({ text: 1 } as never))).toMatchObject({
      code: "invalid_input",
    });
    expect(await errorOf(notes.createMany.plan("a" as never))).toMatchObject({ code: "invalid_input" });
  });

  test("of a hidden tool has no failure, as if the tool did not exist", async () => {
    const error = await errorOf(open({ visible: () => false }).notes.create({ text: "a" }));
    expect([error.code, error.failure, error.outcome.kind]).toEqual([
      "unknown_tool",
      undefined,
      "unknown_tool",
    ]);
  });

  test("asks a person, and runs with the answer", async () => {
    const { notes } = open({ tools: [tool(highRisk)] });
    const input = { text: "a" };
    expect((await errorOf(notes.create(input))).code).toBe("confirmation_required");
    const { outcome } = await errorOf(notes.create(input, { canAsk: true }));
    if (outcome.kind !== "input_required") throw new Error(outcome.kind);
    const answer = { state: outcome.state, action: "accept", content: yesTo(outcome.request) } as const;
    expect(await notes.create(input, { canAsk: true, answer })).toEqual({ id: "a" });
  });

  test("of a caller with a log-in in milliseconds is refused, and says the unit", async () => {
    const faults: unknown[] = [];
    const { app } = open({ onFault: (error) => faults.push(error) });
    const problem = "authTime is in seconds since 1970; 1767268800000 looks like milliseconds";
    const wrong = { ...anna, authTime: Date.parse("2026-01-01T12:00:00Z") };
    expect(() => app.as(wrong)).toThrow(new TypeError(problem));
    expect(await app.invoke("notes.create", { text: "a" }, { principal: wrong })).toMatchObject({
      kind: "refused",
      failure: { code: "internal_error", message: expect.stringContaining(problem) },
    });
    expect(faults).toEqual([new TypeError(problem)]);
    await expect(app.serve({ stdio: { ...anna, expiresAt: Date.now() } })).rejects.toThrow(
      /^expiresAt is in seconds since 1970; \d+ looks like milliseconds$/,
    );
    expect(await app.as({ ...anna, authTime: wrong.authTime / 1000 }).notes.create({ text: "a" })).toEqual({
      id: "a",
    });
  });

  test("cannot change whose call it is", async () => {
    const { app, audit } = open();
    const options = { principal: { ...anna, id: "root" } };
    await app.as(anna).notes.create({ text: "a" }, options as never);
    expect(audit.records.map(({ principal }) => principal?.id)).toEqual(["anna", "anna"]);
  });

  test("is found under the names of the product, and under no others", () => {
    const { app } = open();
    const calls: object = app.as(anna);
    expect(Object.keys(calls)).toEqual(["notes"]);
    expect("then" in calls || "constructor" in calls).toBe(false);
  });
});

test("an outcome has the types of its tool, so that a test needs no cast", async () => {
  const { app } = open();
  for (const call of [callAs(app, anna), callApproved(app, anna)]) {
    const outcome = await call("notes.create_many", { text: "abc" });
    if (outcome.kind !== "completed") throw new Error(outcome.kind);
    expectTypeOf(outcome.output).toEqualTypeOf<CreateOutput>();
    // @ts-expect-error there is no such field
    expect(outcome.output.idd).toBeUndefined();
    const planned = await call("notes.create_many", { text: "abc", dryRun: true });
    if (planned.kind !== "planned") throw new Error(planned.kind);
    expectTypeOf(planned.plan.count).toEqualTypeOf<number>();
    expectTypeOf(planned.plan.warnings).toEqualTypeOf<readonly string[]>();
    // @ts-expect-error there is no such field
    expect(planned.plan.conut).toBeUndefined();
    expectTypeOf(await call("notes.unknown")).toEqualTypeOf<Outcome>();
  }
});

test("the types of calls are those of the contracts", () => {
  const { notes } = open();
  type Create = typeof notes.create;
  expectTypeOf<Parameters<Create>[0]>().toEqualTypeOf<CreateInput>();
  expectTypeOf<ReturnType<Create>>().toEqualTypeOf<Promise<CreateOutput>>();
  type Planned = Awaited<ReturnType<typeof notes.createMany.plan>>;
  expectTypeOf<Planned>().toEqualTypeOf<Plan<{ readonly count: number }>>();
  // @ts-expect-error a plan has no field that neither the preview nor every plan has
  expectTypeOf<Planned["conut"]>().toBeUnknown();
  // A handler writes the plan that a caller reads, without what the server fills in.
  type Written = PlanResult<{ readonly count: number }>;
  expectTypeOf<Planned>().toExtend<Written>();
  expectTypeOf<{ readonly count: number }>().toExtend<Written>();
  // @ts-expect-error the preview has a count
  const written: Written = { preview: { count: 1 } };
  expect(written).toBeDefined();
  // @ts-expect-error there is no dry run
  expect(notes.create.plan).toBeUndefined();
  const failure = failureOf<NotesTools["create"]>(undefined);
  expectTypeOf<"note_too_long">().toExtend<NonNullable<typeof failure>["code"]>();
  expectTypeOf<"rate_limit_exceeded">().toExtend<NonNullable<typeof failure>["code"]>();
  expectTypeOf<"customer_not_found">().not.toExtend<NonNullable<typeof failure>["code"]>();
});
