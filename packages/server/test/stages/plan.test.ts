import { expect, test } from "vitest";
import type { DryRun } from "@proviso/manifest";
import { ben, fixture, preview, summary, tool } from "../sample.ts";
import type { Fixture } from "../sample.ts";

const dryRunOf = (mode: DryRun["mode"]): Fixture => ({ tools: [tool({ dryRun: { mode, preview } })] });
const required = dryRunOf("required");
const supported = dryRunOf("supported");
const input = { text: "a" };
const dry = { ...input, dryRun: true };

async function check(given: Fixture, inputs: readonly object[], expected: readonly string[], runs: number) {
  const server = fixture(given);
  const outcomes = [];
  for (const each of inputs) outcomes.push(summary(await server.call("notes.create", each)));
  expect(outcomes).toEqual(expected);
  expect(server.ran).toHaveLength(runs);
  return server;
}

test("a dry run plans and runs nothing", () => check(supported, [dry], ["planned"], 0));
test("a supported dry run may be left out", () => check(supported, [input], ["completed"], 1));
test("a required dry run may not", () => check(required, [input], ["refused dry_run_required"], 0));
test("after the required dry run the call runs", () =>
  check(required, [dry, input], ["planned", "completed"], 1));
test("a dry run of other arguments does not count", () =>
  check(required, [dry, { text: "b" }], ["planned", "refused dry_run_required"], 0));

test("a plan holds the preview and what every plan has, with the contract's side effects where it names none", async () => {
  const { call } = fixture(supported);
  expect(await call("notes.create", dry)).toEqual({
    kind: "planned",
    tool: "notes.create",
    plan: {
      count: 1,
      dryRun: true,
      warnings: [],
      missingPermissions: [],
      expectedSideEffects: ["A note."],
      estimatedDurationMs: 0,
    },
  });
});

test("a dry run of another principal, another contract or long ago does not count", async () => {
  const server = fixture(required);
  await server.call("notes.create", dry);
  expect(summary(await server.callAs(ben)("notes.create", input))).toBe("refused dry_run_required");
  const changed = [tool({ dryRun: { mode: "required", preview }, description: "Keeps another text." })];
  const deployed = fixture({ ...required, tools: changed, store: server.store, clock: server.clock });
  expect(summary(await deployed.call("notes.create", input))).toBe("refused dry_run_required");
  server.clock.advance(15 * 60_000);
  expect(summary(await server.call("notes.create", input))).toBe("refused dry_run_required");
});

for (const [what, moved] of [
  ["preview", { count: 2 }],
  ["targets", { count: 1, targets: ["b"] }],
  ["expected side effects", { count: 1, expectedSideEffects: ["More."] }],
] as const)
  test(`if the ${what} moved since the dry run the plan is stale, and a new dry run is needed`, async () => {
    let isMoved = false;
    const plan = () => (isMoved ? moved : { count: 1, targets: null });
    const { call, ran } = fixture({ ...required, plan });
    await call("notes.create", dry);
    isMoved = true;
    expect(summary(await call("notes.create", input))).toBe("refused plan_stale");
    expect(summary(await call("notes.create", input))).toBe("refused dry_run_required");
    expect(ran).toEqual([]);
    await call("notes.create", dry);
    expect(summary(await call("notes.create", input))).toBe("completed");
  });

test("a plan that only takes another time is not stale", async () => {
  let estimatedDurationMs = 0;
  const plan = () => ({ count: 1, estimatedDurationMs: ++estimatedDurationMs });
  await check({ ...required, plan }, [dry, input], ["planned", "completed"], 1);
});

test("`plan` gets the ports that refuse effects", async () => {
  const modes: string[] = [];
  const plan: Fixture["plan"] = (_input, { ports }) => {
    modes.push(ports.mode);
    return { count: 1 };
  };
  const execute: Fixture["execute"] = (_input, { ports }) => {
    modes.push(ports.mode);
    return { id: "n" };
  };
  await check({ ...required, plan, execute }, [dry, input], ["planned", "completed"], 1);
  expect(modes).toEqual(["plan", "plan", "execute"]);
});

test("a plan that lacks permissions is shown, and not executed", async () => {
  const plan = () => ({ count: 1, missingPermissions: ["mail:bulk"] });
  await check({ ...required, plan }, [dry, input], ["planned", "refused permission_denied"], 0);
});

for (const [what, plan, fault] of [
  ["does not fit the contract", () => ({ count: "1" }), /fit the contract: \/count must be/],
  ["has a misspelt field", () => ({ count: 1, warnngs: [] }), /fit the contract: .*warnngs/],
  ["is no object", () => undefined, /fit the contract: must be a JSON object of at most/],
  ["throws", () => Promise.reject(new Error("s3cret")), /^`plan` threw Error$/],
] as const)
  test(`a plan that ${what} is refused, and leaves no receipt`, async () => {
    const expected = ["refused internal_error", "refused dry_run_required"];
    const faults: unknown[] = [];
    const onFault = (error: unknown): unknown => faults.push(error);
    const { audit } = await check({ ...required, plan, onFault }, [dry, input], expected, 0);
    const recorded = audit.records.find(({ kind }) => kind === "outcome");
    expect(recorded).toMatchObject({ fault: expect.stringMatching(fault) });
    expect(faults).toEqual([expect.any(Error)]);
  });

test("`plan` can fail as the contract declares, and nothing has run then", () => {
  const plan: Fixture["plan"] = (_input, { fail }) => {
    throw fail["noteTooLong"]?.();
  };
  return check({ ...supported, plan }, [dry, input], ["refused note_too_long", "refused note_too_long"], 0);
});

test("`plan` has the time of the contract", () => {
  const tools = [tool({ dryRun: { mode: "required", preview }, timeoutMs: 10 })];
  return check({ tools, plan: () => new Promise(() => {}) }, [dry], ["refused timeout"], 0);
});

test("a handler without `plan` for a tool with a dry run stops the server from starting", () => {
  expect(() => fixture({ ...supported, handlers: { "notes.create": () => ({}) } })).toThrow("has no `plan`");
});

test("what `plan` does to its input changes nothing", async () => {
  const plan: Fixture["plan"] = (given) => {
    (given as { text: string }).text = "changed";
    return { count: 1 };
  };
  const { call, ran } = fixture({ ...supported, plan });
  await call("notes.create", input);
  expect(ran).toEqual([input]);
});

test("a dry run counts after the state keys were rotated, and the newer of two decides with the plan that it showed", async () => {
  const [former, current] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  let count = 1;
  const plan = () => ({ count });
  const before = fixture({ ...required, plan, stateKeys: [former] });
  const shared = { store: before.store, clock: before.clock, plan };
  const after = fixture({ ...required, ...shared, stateKeys: [current, former] });
  const done = async (given: object) => summary(await after.call("notes.create", given));
  await before.call("notes.create", dry);
  expect(await done(input)).toBe("completed");
  count = 2;
  expect(await done(dry)).toBe("planned");
  expect(await done(input)).toBe("completed");
});

test("a tool without a dry run is not planned", async () => {
  const server = fixture({ plan: () => Promise.reject(new Error("planned")) });
  expect(summary(await server.call("notes.create", input))).toBe("completed");
});

test("the operator learns what `plan` threw, and the caller which permissions it says are missing", async () => {
  const faults: unknown[] = [];
  const broken = new Error("broken");
  const throws = { plan: () => Promise.reject(broken), onFault: (...fault: unknown[]) => faults.push(fault) };
  expect(summary(await fixture({ ...supported, ...throws }).call("notes.create", dry))).toBe(
    "refused internal_error",
  );
  expect(faults).toEqual([[broken, "notes.create"]]);
  const lacking = { plan: () => ({ count: 1, missingPermissions: ["notes:all"] }) };
  expect(await fixture({ ...supported, ...lacking }).call("notes.create", input)).toMatchObject({
    failure: { code: "permission_denied", details: { missing: ["notes:all"] } },
  });
});
