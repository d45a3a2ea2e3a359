// Implications that a real call breaks, and that were called proved before: each call is evaluated by the servers' own evaluator.
import { compileCondition } from "@proviso/manifest/condition";
import type { JsonSchema } from "@proviso/manifest";
import { expect, test } from "vitest";
import { implication } from "../src/cells.ts";

interface Broken {
  readonly field: JsonSchema;
  readonly always: string;
  readonly value: number | string;
}

const broken: Readonly<Record<string, Broken>> = {
  "a multiple that no product of the step is": {
    field: { type: "number", multipleOf: 0.01 },
    always: "input.x != 0.35",
    value: 0.35,
  },
};

test.each(Object.entries(broken))("is not proved for %s", (_, { field, always, value }) => {
  const schema: JsonSchema = { type: "object", properties: { x: field }, required: ["x"] };
  const principal = { id: "anna", kind: "agent", permissions: [] };
  const scope = { input: { x: value }, principal, env: { name: "live" }, now: new Date(0) };
  expect(compileCondition(always, schema)(scope as never)).toBe(false);
  expect(implication("true", always, schema).verdict).not.toBe("proved");
});
