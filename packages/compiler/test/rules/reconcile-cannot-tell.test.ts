import { describe, expect, test } from "vitest";
import { compile } from "../../src/index.ts";
import { reconcileCannotTell } from "../../src/rules/reconcile-cannot-tell.ts";
import type { ToolText } from "../contract-text.ts";
import { fragmentRules } from "../fragment-rules.ts";
import { checkProjects } from "./check-rule.ts";
import { reconcileProject } from "./reconcile-project.ts";

const named = { reconcile: "⟦things.find⟧" };
const confirmed = "{ when: input.callId != '' }";
const page = "{ callId: string, to: string, size?: integer }";

checkProjects(reconcileCannotTell, {
  valid: {
    "a tool that takes the id of the call and returns more": reconcileProject({}, {}),
    "one that takes arguments of the call, too, and others if it likes": reconcileProject(
      {},
      { inputSchema: page },
    ),
    "one that requires what the call may leave out of its result": reconcileProject(
      {},
      { outputSchema: "{ id: string, left: integer }" },
    ),
    "one that shares named types with the call": reconcileProject(
      { outputSchema: "{ id: key }" },
      { inputSchema: "{ callId: acts.key }", outputSchema: "{ id: acts.key }" },
    ),
    "one with a permission of the call": reconcileProject({}, { permissions: "[acts:do]" }),
    "a tool without one": reconcileProject({ reconcile: null }, { inputSchema: "{}" }),
  },
  invalid: {
    "a tool with effects": reconcileProject(named, {
      riskLevel: "medium",
      sideEffects: "[{ updates: A mark., reversible: true }]",
    }),
    itself: reconcileProject({ reconcile: "⟦acts.act⟧" }, {}),
    "a forbidden tool": reconcileProject(named, { riskLevel: "forbidden" }),
    "one for which a person is asked": reconcileProject(named, { confirmation: confirmed }),
    "one that needs a log-in": reconcileProject(named, { stepUpAuth: "{ always: true, maxAge: 5m }" }),
    "one that needs a dry run": reconcileProject(named, {
      dryRun: "{ mode: required, preview: { count: integer } }",
    }),
    "one that does not take the id of the call": reconcileProject(named, { inputSchema: "{ to: string }" }),
    "one that may be asked without it": reconcileProject(named, { inputSchema: "{ callId?: string }" }),
    "one to which it is a number": reconcileProject(named, { inputSchema: "{ callId: integer }" }),
    "one to which it has another form": reconcileProject(named, { inputSchema: "{ callId: email }" }),
    "one to which it is too long": reconcileProject(named, {
      inputSchema: "{ callId: { type: string, maxLength: 20 } }",
    }),
    "one that requires what the call may leave out": reconcileProject(named, {
      inputSchema: "{ callId: string, note: string }",
    }),
    "one that requires an argument of another type": reconcileProject(named, {
      inputSchema: "{ callId: string, to: integer }",
    }),
    "one that does not return a field of the result": reconcileProject(named, {
      outputSchema: "{ id: string }",
    }),
    "one that may leave a field out": reconcileProject(named, {
      outputSchema: "{ id?: string, left?: integer }",
    }),
    "one that returns another type": reconcileProject(named, {
      outputSchema: "{ id: integer, left?: integer }",
    }),
    "one that needs another permission": reconcileProject(named, { permissions: "[things:find]" }),
    "one that reads private data": reconcileProject(named, {
      dataFlow: "{ readsPrivate: true, returnsUntrusted: false }",
    }),
    "one that returns untrusted text": reconcileProject(named, {
      dataFlow: "{ readsPrivate: false, returnsUntrusted: true }",
    }),
    "one that returns content blocks": reconcileProject(named, { outputSchema: null, result: "text" }),
    "any, for a call that returns a map": reconcileProject(
      { ...named, outputSchema: "{ type: object, additionalProperties: { type: string } }" },
      {},
    ),
    "any, for a call that returns one of two forms": reconcileProject(
      {
        ...named,
        outputSchema: "{ type: object, oneOf: [{ properties: { a: string } }, { required: [b] }] }",
      },
      {},
    ),
    "any, for a call that returns content blocks": reconcileProject(
      { ...named, outputSchema: null, result: "text" },
      {},
    ),
  },
});

describe("what is wrong is said", () => {
  test.each([
    ["is forbidden", { riskLevel: "forbidden" }],
    ["needs a person, and nobody is asked then", { confirmation: confirmed }],
    ["needs a log-in, and nobody is asked then", { stepUpAuth: "{ always: true, maxAge: 5m }" }],
    ["needs a dry run first", { dryRun: "{ mode: required, preview: { count: integer } }" }],
    ["does not require the argument `callId`, a string", { inputSchema: "{ to: string }" }],
    [
      "does not take the id of a call, such as `3f1c9a52-77b0-4a0e-9d3e-5f2a64c1b8d0`, as `callId`",
      { inputSchema: "{ callId: integer }" },
    ],
    [
      "requires `note`, which is no required argument of the same type here",
      { inputSchema: "{ callId: string, note: string }" },
    ],
    ["does not return `left` as this tool does", { outputSchema: "{ id: string }" }],
    ["returns content blocks", { outputSchema: null, result: "text" }],
    ["needs the permission `things:find`, which this tool does not need", { permissions: "[things:find]" }],
    [
      "reads private data, which this tool does not",
      { dataFlow: "{ readsPrivate: true, returnsUntrusted: false }" },
    ],
    [
      "returns untrusted text, which this tool does not",
      { dataFlow: "{ readsPrivate: false, returnsUntrusted: true }" },
    ],
  ] satisfies [string, ToolText][])("%s", (problem, find) => {
    const sources = Object.entries(reconcileProject({}, find)).map(([path, text]) => ({ path, text }));
    const { diagnostics } = compile(sources, { rules: fragmentRules });
    const found = diagnostics.filter(({ code }) => code === reconcileCannotTell.code);
    expect(found.map(({ message }) => message)).toEqual([
      `\`things.find\` cannot tell what became of a call: it ${problem}`,
    ]);
  });
});
