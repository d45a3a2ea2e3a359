import { expect, test } from "vitest";
import { compiled, contractText, importList } from "./foreign-lists.ts";

const path = { type: "object", properties: { path: { type: "string" } } };

test("what the two proposals add to a tool is kept: agency, requirements and task support", () => {
  const imported = importList([
    {
      name: "investigate",
      annotations: { agencyHint: true, readOnlyHint: true },
      execution: {
        requirements: ["env:production", "auth:oauth2", "env:production"],
        taskSupport: "optional",
      },
      inputSchema: path,
    },
    { name: "ping", annotations: { agencyHint: false }, execution: {}, inputSchema: path },
    { name: "plain", inputSchema: path },
    {
      name: "odd",
      annotations: { agencyHint: "yes" },
      execution: { requirements: [1, ""] },
      inputSchema: path,
    },
  ]);
  const tools = compiled(imported);
  const kept = ["investigate", "ping", "plain", "odd"].map((name) => {
    const { hints, requirements = [], metadata } = tools.get(name) ?? {};
    return [hints?.agencyHint, requirements, metadata];
  });
  expect(kept).toEqual([
    [true, ["env:production", "auth:oauth2"], { taskSupport: "optional" }],
    [false, [], {}],
    [undefined, [], {}],
    [undefined, [], {}],
  ]);
  expect(imported.notes).toEqual([
    { tool: "odd", text: "a value of `execution.requirements` is no text and is ignored" },
  ]);
  expect(contractText({ annotations: { agencyHint: true }, execution: { requirements: ["a:b"] } })).toContain(
    "agency: true\n    execution: { requirements: [a:b] }",
  );
});
