// The port for programs: what an extension's tool may have approved with its own call, and what its calls get of that.
import { expect, test } from "vitest";
import type { CallToApprove } from "../../src/api/call-to-approve.ts";
import type { CallSet, ProgramCall, SetCall } from "../../src/api/program-call.ts";
import type { ProgramsRuntime } from "../../src/api/programs.ts";
import { anna, ben, fixture, highRisk, preview, summary, tool } from "../sample.ts";

const run = tool({
  name: "programs.run",
  domain: "programs",
  riskLevel: "medium",
  dryRun: { mode: "supported", preview },
});
const asking = tool(highRisk);

interface Seen {
  readonly call: CallToApprove;
  readonly asks: boolean;
  readonly terms: SetCall;
}

/** A server whose tool `programs.run` has a set approved, if it is given one. */
function bench(calls?: readonly SetCall[], tools = [asking]) {
  let host: ProgramsRuntime | undefined;
  const ids: string[] = [];
  const set: CallSet | undefined = calls && {
    calls,
    contract: { ...run, autonomousExecution: false, confirmation: { kind: "always" } },
  };
  const handler = {
    plan: () => ({ count: 1 }),
    execute: (_: object, { callId }: { readonly callId: string }) => ({ id: String(ids.push(callId)) }),
    set: () => set,
  };
  const made = fixture({
    tools,
    programs: {
      open(given) {
        host = given;
        return { tools: [run], handlers: { [run.name]: handler } };
      },
    },
  });
  const seen: Seen[] = [];
  const inProgram = async (mode: ProgramCall["mode"], takes = true, principal = anna): Promise<string> => {
    const collect: ProgramCall["collect"] = (call, asks, terms) => {
      seen.push({ call, asks, terms });
      return takes;
    };
    const program: ProgramCall = { id: "p1", mode, sets: ids, collect };
    return summary(await made.server.invoke("notes.create", { text: "a" }, { principal, program }));
  };
  return { ...made, seen, inProgram, ids, host: () => host };
}

test("the plug gets what it needs, and its tools are listed among the others", () => {
  const { host, server } = bench();
  expect(host()).toMatchObject({ realm: { product: "sample", env: "live" } });
  expect(server.list(anna).map(({ name }) => name)).toEqual(["notes.create", "programs.run"]);
  expect(host()?.list(anna)).toEqual(server.list(anna));
  const plug = { open: () => ({ tools: [], handlers: {} }) };
  expect(() => fixture({ programs: plug, stateKeys: undefined as never })).toThrow("stateKeys");
});

test("in a plan, a call with effects is collected and does not run, whether a person would be asked or not", async () => {
  const asked = bench();
  expect(await asked.inProgram("plan")).toBe("refused confirmation_required");
  expect(asked.seen).toMatchObject([
    { asks: true, terms: { tool: "notes.create", lastPause: 0, planHash: null } },
  ]);
  const unasked = bench(undefined, [tool()]);
  expect(await unasked.inProgram("plan", false)).toBe("refused confirmation_required");
  expect(unasked.seen).toMatchObject([{ asks: false }]);
  for (const { audit, ran } of [asked, unasked]) {
    expect(ran).toEqual([]);
    expect(audit.records).toMatchObject([
      { kind: "precheck", program: "p1", failure: "confirmation_required" },
    ]);
  }
});

test("in a plan, a call that only reads runs; in a run, a call that nobody is asked about runs", async () => {
  const reads = bench(undefined, [tool({ sideEffects: [] })]);
  expect(await reads.inProgram("plan")).toBe("completed");
  const writes = bench(undefined, [tool()]);
  expect(await writes.inProgram("run")).toBe("completed");
  expect([reads.seen, writes.seen]).toEqual([[], []]);
});

test("a call that the program does not take is asked about like any other", async () => {
  const { inProgram, ran, seen } = bench();
  expect(await inProgram("run", false)).toBe("refused confirmation_required");
  expect([seen.length, ran]).toEqual([1, []]);
});

/** A bench in which the set of that one call is approved. */
async function approvedBench() {
  const first = bench();
  await first.inProgram("plan");
  const [{ terms }] = first.seen as [Seen];
  const made = bench([terms]);
  expect(summary(await made.callAs(anna)("programs.run", { text: "go" }))).toBe(
    "refused confirmation_required",
  );
  expect(summary(await made.approved("programs.run", { text: "go" }))).toBe("completed");
  return made;
}

test("a call of an approved set runs once, on record with the set, and for no other caller", async () => {
  const { audit, ids, inProgram, ran, seen } = await approvedBench();
  expect(await inProgram("run", true, ben)).toBe("refused confirmation_required");
  expect(await inProgram("plan")).toBe("refused confirmation_required");
  expect(seen.at(-1)?.asks).toBe(false);
  expect(await inProgram("run")).toBe("completed");
  expect(await inProgram("run")).toBe("refused confirmation_required");
  expect(ran.length).toBe(1);
  const approvals = audit.records.filter(({ kind, program }) => kind === "approval" && program === "p1");
  expect(approvals).toMatchObject([{ via: "set", set: ids[0], summary: expect.any(String) }]);
});

test("an approved set ends after an hour, also if the store keeps it longer, and by a pause of its tool", async () => {
  const late = await approvedBench();
  const [row] = (await late.store.list?.("set:")) ?? [];
  if (!row) throw new Error("there is no set");
  await late.store.put(row.key, row.value, new Date("2027-01-01"));
  late.clock.advance(60 * 60_000);
  expect(await late.inProgram("run")).toBe("refused confirmation_required");
  const paused = await approvedBench();
  await paused.server.pauses.pause("domain:notes", { operator: "olga" });
  await paused.server.pauses.resume("domain:notes", { operator: "olga" });
  expect(await paused.inProgram("run")).toBe("refused confirmation_required");
  expect([late.ran, paused.ran]).toEqual([[], []]);
});

test("of two calls at once, one gets the place in the set", async () => {
  const { inProgram, ran } = await approvedBench();
  const ended = await Promise.all([inProgram("run"), inProgram("run")]);
  expect(ended.toSorted()).toEqual(["completed", expect.stringMatching(/^refused/)]);
  expect(ran.length).toBe(1);
});
