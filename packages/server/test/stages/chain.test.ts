import { expect, test } from "vitest";
import type { Observer } from "../../src/api/observer.ts";
import type { Outcome } from "../../src/api/outcome.ts";
import { from } from "../../src/pipeline/call/chain.ts";
import type { LastStage, Stage } from "../../src/pipeline/call/stage.ts";
import type { Runtime } from "../../src/pipeline/runtime/runtime.ts";
import { stages } from "../../src/pipeline/stages.ts";

type Passed = readonly string[];

/** A stage that adds its name to the call, and says so to nobody. */
const stage = (name: string): Stage<Passed, Passed> => ({ name, run: (call, next) => next([...call, name]) });
const last: LastStage<Passed> = {
  name: "last",
  run: (call): Outcome => ({ kind: "unknown_tool", tool: call.join(" ") }),
};
const chain = (observer?: Observer) => from(stage("one"), observer).to(stage("two")).end(last);

test("a call passes the stages in order", () => {
  expect(chain().names).toEqual(["one", "two", "last"]);
  expect(chain().run(["call"])).toEqual({ kind: "unknown_tool", tool: "call one two" });
});

test("an observer sees each stage enter and leave, and changes nothing", () => {
  const seen: string[] = [];
  const observer = {
    stage: (name: string, run: (call: Passed) => unknown) => (call: Passed) => {
      seen.push(`${name} in`);
      const outcome = run(call);
      seen.push(`${name} out`);
      return outcome;
    },
  } as unknown as Observer;
  expect(chain(observer).run(["call"])).toEqual({ kind: "unknown_tool", tool: "call one two" });
  expect(seen).toEqual(["one in", "two in", "last in", "last out", "two out", "one out"]);
});

test("the stages have the names that people read of them", () => {
  expect(stages({} as Runtime).names.join(" -> ")).toBe(
    "audit -> admit -> validate -> refine -> authorize -> pause -> replay -> limit -> plan -> step-up -> confirm -> execute",
  );
});
