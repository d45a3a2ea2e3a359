// A trial on a new folder first makes the calls that its arguments come from, also of the same tool.
import { expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import { idempotentAfterCrash } from "../src/clauses/idempotent.ts";
import type { Change, Step, Tool, World } from "../src/model.ts";

const tool = { name: "export" } as Tool;
const world: World = {
  tools: [tool],
  firstList: {},
  forbidden: [],
  oracles: ["sqlite"],
  canKill: true,
  callers: [],
  secrets: [],
};
const added = (what: string): Change => ({ oracle: "sqlite", kind: "added", what });
const written = (amount?: number): Change => ({
  oracle: "files",
  kind: "added",
  what: "tags.txt",
  ...(amount !== undefined && { amount }),
});

function call(args: JsonObject, changes: readonly Change[], killAfterMs?: number): Step {
  const kill = killAfterMs === undefined ? {} : { killAfterMs };
  const kind = killAfterMs === undefined ? "result" : "none";
  return {
    action: { kind: "call", tool: "export", arguments: args, ...kill },
    answer: { kind, value: {}, ms: 1 },
    changes,
  };
}

const of = (kind: "renew" | "restart"): Step => ({
  action: { kind },
  answer: { kind: "done", ms: 0 },
  changes: [],
});

const reference = call({ kind: "orders" }, [added("exports/1")]);
const before = [of("renew"), call({ kind: "contacts" }, [added("exports/2")])];

test("what they do is no effect of the call that was repeated", () => {
  const killed = call({ kind: "orders" }, [added("exports/3")], 25);
  const repeated = call({ kind: "orders" }, []);
  const steps = [reference, ...before, killed, of("restart"), repeated];
  expect(idempotentAfterCrash.judge(tool, steps, world)).toEqual({ kind: "survived" });
});

test("a repetition that acts again is refuted beside them", () => {
  const killed = call({ kind: "orders" }, [added("exports/3")], 25);
  const repeated = call({ kind: "orders" }, [added("exports/4")]);
  const steps = [reference, ...before, killed, of("restart"), repeated];
  expect(idempotentAfterCrash.judge(tool, steps, world)).toMatchObject({ kind: "refuted" });
});

test("a killed call that did nothing shows nothing", () => {
  const steps = [
    reference,
    ...before,
    call({ kind: "orders" }, [], 25),
    of("restart"),
    call({ kind: "orders" }, [added("exports/3")]),
  ];
  expect(idempotentAfterCrash.judge(tool, steps, world)).toMatchObject({ kind: "void" });
});

test("a file that a crash left empty, and that the repetition fills, is one effect", () => {
  const first = call({ kind: "orders" }, [written(6)]);
  const torn = call({ kind: "orders" }, [written()], 5);
  const steps = (filled: number) => [first, torn, of("restart"), call({ kind: "orders" }, [written(filled)])];
  expect(idempotentAfterCrash.judge(tool, steps(6), world)).toEqual({ kind: "survived" });
  expect(idempotentAfterCrash.judge(tool, steps(12), world)).toMatchObject({ kind: "refuted" });
});
