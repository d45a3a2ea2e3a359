import { critical, type DiagnosticPage, forPeople, reader, tool, updates } from "./page.ts";

/** By code. A test requires a page for every rule. */
export const rulePages: Readonly<Record<string, DiagnosticPage>> = {
  "risk/low-with-lasting-effect": {
    means:
      "A low tool runs without anybody's approval, as often as an agent likes. So it only reads, or has effects that the same system can undo, and it deletes and grants nothing.",
    fix: "Raise `riskLevel`, or say `reversible: true` if the system that was changed can change it back.",
    wrong: tool({ sideEffects: "[updates: The note.]" }),
    right: tool({ sideEffects: "[{ updates: The note., reversible: true }]" }),
  },
  "risk/medium-with-external-effect": {
    means:
      "A medium tool changes things inside the system, without approval. Effects that leave the system (a message, a payment, a call) cannot be undone inside it.",
    fix: "Raise `riskLevel` to `critical`, or to `high` with a `riskReason`. A person confirms both.",
    wrong: tool({ riskLevel: "medium", sideEffects: "[calls: The printing service.]" }),
    right: tool({
      riskLevel: "high",
      riskReason: "The printer stands in the same office.",
      sideEffects: "[calls: The printing service.]",
      idempotency: "{ key: [noteId] }",
    }),
  },
  "risk/medium-with-lasting-effect": {
    means:
      "A medium tool runs without approval, within a narrow scope. Effects that cannot be undone, deletions and grants of permissions need a person's approval.",
    fix: "Raise `riskLevel`, or say `reversible: true` if the same system can undo the effect.",
    wrong: tool({
      riskLevel: "medium",
      sideEffects: "[updates: The note.]",
      idempotency: "{ key: [noteId] }",
    }),
    right: tool({ riskLevel: "high", sideEffects: "[updates: The note.]", idempotency: "{ key: [noteId] }" }),
  },
  "risk/below-critical-without-reason": {
    means:
      "External communication, payments, deletions and permission changes are critical in the risk model: the effects `sends`, `calls`, `pays`, `deletes` and `grants`. A tool with one of them may be `high` for a good reason, which the contract has to state for reviewers and readers of the documentation.",
    fix: "Raise `riskLevel` to `critical`, or state the reason in `riskReason`.",
    wrong: tool({ riskLevel: "high", sideEffects: "[deletes: The note.]", idempotency: "{ key: [noteId] }" }),
    right: tool({
      riskLevel: "high",
      riskReason: "A note belongs to the caller alone.",
      sideEffects: "[deletes: The note.]",
      idempotency: "{ key: [noteId] }",
    }),
  },
  "risk/autonomy-contradicts-level": {
    means:
      "Whether an agent may call a tool by itself follows from `riskLevel`: low and medium may, high and critical never. A contract may ask for more than its level does, and not for less.",
    fix: "Leave it out, or write `false`.",
    wrong: tool({ riskLevel: "high", autonomousExecution: "true" }),
    right: tool({ riskLevel: "high", autonomousExecution: "false" }),
  },
  "risk/confirmation-contradicts-level": {
    means:
      "High and critical tools are always confirmed, and so is one with `autonomousExecution: false`. A weaker confirmation would contradict that. A forbidden tool is never called; a confirmation would suggest that somebody could allow it.",
    fix: "Leave `confirmation` out, or write `always`.",
    wrong: tool({ riskLevel: "high", confirmation: "never" }),
    right: tool({ riskLevel: "high", confirmation: "always" }),
  },
  "risk/step-up-contradicts-level": {
    means:
      "A forbidden tool is never called at all, unless the contract says `people: allowed`. So nobody can authenticate for it.",
    fix: "Leave `stepUpAuth` out, or add `people: allowed` if people may call the tool themselves.",
    wrong: tool({ riskLevel: "forbidden", stepUpAuth: "always" }),
    right: tool({ riskLevel: "forbidden" }),
  },
  "risk/people-contradicts-level": {
    means:
      "`people: allowed` lets people call a forbidden tool themselves, in the product, after they have signed in again. Agents neither see nor call the tool, also if they act for a person who may. At every other level people call the tool as agents do.",
    fix: "Leave `people` out. On a forbidden tool, add `stepUpAuth: always`.",
    wrong: tool({ people: "allowed" }),
    right: tool(forPeople),
  },
  "risk/critical-without-step-up": {
    means:
      "A critical tool states when it needs stronger or fresher authentication. `never` is possible with a reason, which a reviewer reads.",
    fix: "Write `stepUpAuth` with `always`, with `when`, or with `never: true` and a `reason`.",
    wrong: tool({ riskLevel: "critical" }),
    right: tool({ riskLevel: "critical", stepUpAuth: "{ always: true, maxAge: 15m }" }),
  },
  "risk/pays-without-key": {
    means:
      "A caller repeats a call when its response gets lost. Without key fields the server recognizes the repetition only under an explicit key, which most clients do not send, and pays again.",
    fix: "Name under `idempotency` the arguments that make two calls the same payment.",
    wrong: tool({
      ...critical,
      sideEffects: "[pays: The invoice of the note.]",
    }),
    right: tool({
      ...critical,
      sideEffects: "[pays: The invoice of the note.]",
      idempotency: "{ key: [noteId], onRepeat: Returns the first payment. }",
    }),
  },
  "risk/refinement-exceeds-tool": {
    means:
      "The fields of a tool state its worst case. They apply wherever the arguments are unknown, and when the server cannot evaluate a condition. So a refinement is never riskier than its tool, has no effects that the tool does not list, and requires no stricter checks.",
    fix: "State the worst case in the fields of the tool, and the less risky cases under `refine`.",
    wrong: tool({
      riskLevel: "medium",
      sideEffects: "[creates: A copy.]",
      refine: `[{ when: input.noteId == "all", riskLevel: high }]`,
    }),
    right: tool({
      riskLevel: "high",
      sideEffects: "[creates: A copy.]",
      refine: `[{ when: input.noteId != "all", riskLevel: medium }]`,
    }),
  },
  "risk/forbidden-refinement": {
    means:
      "Agents can neither see nor call a forbidden tool, whatever the arguments. So it has no refinements, and a tool that agents can see has no forbidden part. A policy can refuse some arguments, with a readable error.",
    fix: "Make the two parts two tools, one of them forbidden; or deny those arguments with a policy.",
    wrong: tool({ refine: `[{ when: input.noteId == "all", riskLevel: forbidden }]` }),
    right: tool({}),
  },
  "contract/contradicting-annotation": {
    means:
      "The hints of MCP are computed from the contract. A stated hint has to agree with the rest of the contract.",
    fix: "Remove the annotation, or correct what it is derived from, such as `sideEffects`.",
    wrong: tool({ annotations: "{ readOnlyHint: false }" }),
    right: tool({ annotations: "{ readOnlyHint: true }" }),
  },
  "contract/contradicting-metadata": {
    means:
      "Some hosts decide by well-known keys of a tool's metadata: `read_only`, `destructive`, `idempotent`, `open_world`, `agency` and `requires_confirmation`, also in camel case. Their values have to agree with the rest of the contract.",
    fix: "Remove the flag, or correct what it is derived from, such as `sideEffects` or `confirmation`.",
    wrong: tool({ metadata: "{ read_only: false }" }),
    right: tool({ metadata: "{ read_only: true }" }),
  },
  "contract/reserved-meta": {
    means:
      "A tool's `_meta` is listed over MCP as it is written, except for the keys by which guards and hosts learn what the contract says: everything under `dev.proviso/`, and `anthropic/requiresUserInteraction`. Those are computed from the other fields, never declared.",
    fix: "Remove the key, and use a field of the contract, such as `confirmation: always`.",
    wrong: tool({ _meta: "{ anthropic/requiresUserInteraction: true }" }),
    right: tool({ confirmation: "always", _meta: "{ com.example/team: writing }" }),
  },
  "contract/approval-needs-inbox": {
    means:
      "The client that calls belongs to the person for whom the agent acts. It cannot ask somebody else, or several people. They approve in the inbox of the product.",
    fix: "Write `by: inbox`, or leave `by` out: then it follows from `approver` and `approvers`.",
    wrong: tool({ confirmation: "{ always: true, approver: other, by: here }" }),
    right: tool({ confirmation: "{ always: true, approver: other, by: inbox }" }),
  },
  "contract/edit-cannot-narrow": {
    means:
      "`edit` lists arguments that an approver may narrow before saying yes: a number towards zero, a list to some of its items. Of a text, a choice or an object nobody can say which of two values is less. Name only arguments of which less does less: fewer items in `except` would do more.",
    fix: "List numbers and lists only. An approver who wants other arguments says no, with the reason.",
    wrong: tool({ confirmation: "{ always: true, edit: [noteId] }" }),
    right: tool({ confirmation: "always" }),
  },
  "contract/invalid-condition": {
    means:
      "A condition is CEL over `input`, `principal`, `env` and `now`, checked against the tool's own input schema and bounded in size. This one has a syntax error, uses an unknown name, or does not yield true or false.",
    fix: "Correct it at the marked place. Test an optional argument with `has(input.x)` before you read it.",
    wrong: tool({ riskLevel: "medium", confirmation: "{ when: size(input.text) > 10 }" }),
    right: tool({ riskLevel: "medium", confirmation: "{ when: size(input.noteId) > 10 }" }),
  },
  "contract/constant-condition": {
    means:
      "A condition that uses neither the input nor the caller nor the time is the same for every call. A reader of the contract would expect it to vary, and `false` would exempt a critical tool from step-up authentication without a reason.",
    fix: "Write `always` or `never`, or make the condition depend on the call.",
    wrong: tool({ riskLevel: "medium", confirmation: '{ when: "1 > 2" }' }),
    right: tool({ riskLevel: "medium", confirmation: "never" }),
  },
  "contract/invalid-example": {
    means: "People and models copy examples as calls that work. This one does not fit the tool's own schema.",
    fix: "Correct the example, or the schema if the example is what was meant.",
    wrong: tool({ examples: "[{ input: { noteId: 7 } }]" }),
    right: tool({ examples: '[{ input: { noteId: "7" } }]' }),
  },
  "contract/confirm-like-argument": {
    means:
      "A model fills in arguments. It also sets a flag that looks like a person's consent, without asking anyone. Only flags at the top level of the input count, not a filter `approved_by`, a date, or data inside an argument. A tool with a `wireName` may keep such a flag for its existing clients if a person confirms every call, or if the tool only reads.",
    fix: "Remove the argument and use `confirmation`, which only a person can answer.",
    wrong: tool({ inputSchema: "{ noteId: string, confirmed: boolean }" }),
    right: tool({ inputSchema: "{ noteId: string }" }),
  },
  "contract/reconcile-without-effects": {
    means:
      "A call without side effects that fails can be repeated. Its outcome is never unknown, so there is nothing to find out.",
    fix: "Remove `reconcile`, or declare the side effects.",
    wrong: tool({ reconcile: "notes.find" }, { others: reader("find") }),
    right: tool({ ...updates, reconcile: "notes.find" }, { others: reader("find") }),
  },
  "contract/reconcile-cannot-tell": {
    means:
      "Before it answers `outcome_unknown`, the server calls the tool named by `reconcile` for the same caller, with the id of the call in `callId`. If that tool returns a result, it becomes the result of the call. So it only reads; it needs no person, log-in or dry run; it requires `callId` and otherwise only required arguments of the call; it returns every field of the call's result with the same type, and that result has named fields only; and it needs no permission and gives out no kind of data beyond those of the call.",
    fix: "Change the tool that finds out, or name another one.",
    wrong: tool(
      { ...updates, reconcile: "notes.find" },
      { others: reader("find", { inputSchema: "{ noteId: string }" }) },
    ),
    right: tool({ ...updates, reconcile: "notes.find" }, { others: reader("find") }),
  },
  "contract/unsafe-pattern": {
    means:
      "Regular expressions run in time linear in the length of the text, whatever they repeat. Look-around and back-references need backtracking, which can take exponential time: for this pattern, a text of a few dozen characters may stop a server. The same applies to the patterns of `patternProperties`, and to a repetition of more than 2,000 parts.",
    fix: "Write the pattern without look-around and back-references, and bound repetitions as in `{1,40}`.",
    wrong: tool({ inputSchema: '{ noteId: { type: string, pattern: "^(?!x)(a+)+$" } }' }),
    right: tool({ inputSchema: '{ noteId: { type: string, pattern: "^(a+)+$" } }' }),
  },
};
