import { expect, test } from "vitest";
import { fixture, summary, tool } from "../sample.ts";

const preview = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] } as const;
const planned = tool({ dryRun: { mode: "required", preview } });

function withPlan() {
  const ran: unknown[] = [];
  const handlers = {
    "notes.create": {
      execute: (input: unknown) => (ran.push(input), { id: "n1" }),
      plan: () => ({ count: 1 }),
    },
  };
  return { ...fixture({ tools: [planned], handlers: handlers as never }), handled: ran };
}

test("a call of the plan's tool is a dry run under any name, and nothing that is sent makes it more", async () => {
  const { call, audit, handled } = withPlan();
  for (const name of ["notes.create_plan", "notes_create_plan"])
    expect(summary(await call(name, { text: "x" }))).toBe("planned");
  for (const dryRun of [false, true, "no"])
    expect(summary(await call("notes.create_plan", { text: "x", dryRun }))).toBe("refused invalid_input");
  expect(handled).toEqual([]);
  const outcomes = audit.records.filter(({ kind }) => kind === "outcome");
  expect(outcomes.map((record) => [record.tool, record.outcome])).toEqual([
    ["notes.create", "planned"],
    ["notes.create", "planned"],
    ...[1, 2, 3].map(() => ["notes.create", "refused"]),
  ]);
});

test("a tool without a dry run has no plan, and a forbidden one neither", async () => {
  for (const changes of [{}, { riskLevel: "forbidden", dryRun: { mode: "required", preview } }] as const) {
    const { call } = fixture({ tools: [tool({ ...changes, name: "notes.other" })] });
    expect(await call("notes.other_plan", { text: "x" })).toEqual({
      kind: "unknown_tool",
      tool: "notes.other_plan",
    });
  }
});
