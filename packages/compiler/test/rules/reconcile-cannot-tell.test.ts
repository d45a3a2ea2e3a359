import { reconcileCannotTell } from "../../src/rules/reconcile-cannot-tell.ts";
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
    "any, for a call that returns content blocks": reconcileProject(
      { ...named, outputSchema: null, result: "text" },
      {},
    ),
  },
});
