import { critical, type DiagnosticPage, tool } from "./page.ts";

/** By code. A test requires a page for every rule. */
export const lintPages: Readonly<Record<string, DiagnosticPage>> = {
  "lint/bulk-without-dry-run": {
    means:
      "One call of this tool changes many things, and the person who confirms it cannot see which. A dry run shows them first.",
    fix: "Add `dryRun` with the `preview` that a person should see.",
    wrong: tool(
      { riskLevel: "high", sideEffects: "[updates: Every note.]", idempotency: "{ key: [noteId] }" },
      { verb: "bulk_archive" },
    ),
    right: tool(
      {
        riskLevel: "high",
        sideEffects: "[updates: Every note.]",
        idempotency: "{ key: [noteId] }",
        dryRun: "{ mode: required, preview: { noteCount: integer } }",
      },
      { verb: "bulk_archive" },
    ),
  },
  "lint/unclassified-effect": {
    means:
      "A side effect without a kind may be anything, so the worst is assumed: it cannot be undone and leaves the system.",
    fix: "Write the kind before the text.",
    wrong: tool({ riskLevel: "high", sideEffects: "[The note is archived.]" }),
    right: tool({ riskLevel: "high", sideEffects: "[updates: Archives the note.]" }),
  },
  "lint/money-without-effect": {
    means:
      "The name or a tag says that the tool moves money, and its effects only say that something is created or changed. So no page, list or question says that money moves.",
    fix: "State the movement: `pays` for money that goes out, `refunds` for money that goes back to whoever paid it.",
    wrong: tool({
      ...critical,
      sideEffects: "[creates: An invoice for the note.]",
      metadata: "{ tags: [money] }",
    }),
    right: tool({
      ...critical,
      sideEffects: "[pays: The invoice of the note.]",
      idempotency: "{ key: [noteId], onRepeat: Returns the first payment. }",
      metadata: "{ tags: [money] }",
    }),
  },
  "lint/unclassified-data-flow": {
    means:
      "Which tools are safe together depends on whether a tool returns private data, and whether it returns content that outsiders wrote. Both are assumed unless the contract says otherwise.",
    fix: "State both facts under `dataFlow`.",
    wrong: tool({ dataFlow: null }),
    right: tool({ dataFlow: "{ readsPrivate: true, returnsUntrusted: false }" }),
  },
  "lint/requirement-without-namespace": {
    means:
      "Requirements are compared exactly and never interpreted. A bare word such as `production` means one thing to this server and perhaps another to the next; SEP-2487 asks for a namespace.",
    fix: "Write what kind of requirement it is before it: `env:production`, `capability:rocket.launch`, `auth:oauth2`.",
    wrong: tool({ execution: "{ requirements: [production] }" }),
    right: tool({ execution: "{ requirements: [env:production] }" }),
  },
  "lint/destructive-without-idempotency": {
    means:
      "A caller repeats a call when its response gets lost. An effect that cannot be undone would then happen twice.",
    fix: "Add `idempotency` with the arguments that make two calls the same.",
    wrong: tool({ riskLevel: "high", sideEffects: "[updates: The note.]" }),
    right: tool({
      riskLevel: "high",
      sideEffects: "[updates: The note.]",
      idempotency: "{ key: [noteId], onRepeat: Says again that the note is gone. }",
    }),
  },
  "lint/unapplied-default": {
    means:
      "The server fills in the default of a missing property before it validates the input. It does not fill in a default inside `anyOf`, `oneOf`, `if` or `items`: the alternative may not apply, and a list has no missing items. Readers of the schema expect it nevertheless.",
    fix: "Write the default beside the name of the property, or say in `description` what happens without it.",
    wrong: tool({
      inputSchema: "{ noteId: string, page?: { anyOf: [{ type: integer, default: 1 }, { const: all }] } }",
    }),
    right: tool({
      inputSchema: "{ noteId: string, page?: { anyOf: [integer, { const: all }], default: 1 } }",
    }),
  },
  "lint/forcing-argument": {
    means:
      "A flag such as `force` switches off a check of the tool. A model that is refused without the flag sets it in the next call, and nobody sees why.",
    fix: "Say in its description what it overrides, or make the forced call a separate tool with its own risk level.",
    wrong: tool({ inputSchema: "{ noteId: string, force?: boolean }" }),
    right: tool({ inputSchema: "{ noteId: string, keepOld?: boolean }" }),
  },
  "lint/open-input-schema": {
    means:
      "The input takes properties that the contract does not name. A model can put anything into them, and nobody who reviews the contract knows what the tool does with it.",
    fix: "Name every property, or give the further ones a type.",
    wrong: tool({ inputSchema: "{ type: object, additionalProperties: true }" }),
    right: tool({ inputSchema: "{ type: object, additionalProperties: { type: string } }" }),
  },
  "lint/keyed-idempotency-without-on-repeat": {
    means:
      "Two calls with equal arguments count as one call, even if the caller means two. Callers have to know what the second one returns.",
    fix: "Say it in a sentence under `onRepeat`.",
    wrong: tool({ idempotency: "{ key: [noteId] }" }),
    right: tool({ idempotency: "{ key: [noteId], onRepeat: Returns the first answer. }" }),
  },
  "lint/unreachable-refinement": {
    means:
      "The first refinement whose condition is true applies. This one has the same condition as an earlier one, so it never applies.",
    fix: "Remove it, or correct its condition.",
    wrong: tool({
      refine: `[{ when: input.noteId == "" , sideEffects: [] }, { when: input.noteId == "", riskLevel: low }]`,
    }),
    right: tool({ refine: `[{ when: input.noteId == "" , riskLevel: low, sideEffects: [] }]` }),
  },
  "lint/unguarded-optional": {
    means:
      "A condition cannot be evaluated if it reads an absent argument. The server then takes the careful outcome: a person is asked, step-up authentication is required, no refinement applies. That happens in every call without the argument, which is rarely what the author meant.",
    fix: "Test with `has` first: `has(input.x) && …` makes the condition false without the argument, `!has(input.x) || …` makes it true.",
    wrong: tool({
      riskLevel: "medium",
      inputSchema: "{ noteId: string, copies?: integer }",
      confirmation: "{ when: input.copies > 10.0 }",
    }),
    right: tool({
      riskLevel: "medium",
      inputSchema: "{ noteId: string, copies?: integer }",
      confirmation: "{ when: has(input.copies) && input.copies > 10.0 }",
    }),
  },
  "lint/sensitive-idempotency-key": {
    means:
      "The store identifies a call by a hash of the arguments under `key`. A short secret such as a PIN, a password or a date of birth can be found by hashing all candidates. Arguments that are marked `sensitive` or `writeOnly`, or have the name of a secret, are kept out of the audit trail for the same reason.",
    fix: "Name other arguments under `key`, such as an identifier of what the call is about. Without `key`, two calls are the same only if the caller sends the same idempotency key.",
    wrong: tool({
      inputSchema: "{ noteId: string, pin: { type: string, maxLength: 8, sensitive: true } }",
      idempotency: "{ key: [noteId, pin], onRepeat: Returns the first answer. }",
    }),
    right: tool({
      inputSchema: "{ noteId: string, pin: { type: string, maxLength: 8, sensitive: true } }",
      idempotency: "{ key: [noteId], onRepeat: Returns the first answer. }",
    }),
  },
};
