import { type Page, tool } from "./page.ts";

/** By code. A test asks for one of every rule. */
export const lintPages: Readonly<Record<string, Page>> = {
  "lint/bulk-without-dry-run": {
    means:
      "One call of this tool changes many things, and whoever confirms it cannot see which. A dry run shows them first.",
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
  "lint/unclassified-data-flow": {
    means:
      "Whether private data comes out of a tool, and whether outsiders wrote what comes out, decides which tools are safe together. Both are assumed when nothing is said.",
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
    means: "Calls are repeated when an answer gets lost. What cannot be undone would then be done twice.",
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
      "A default is filled in for a property that a call lacks, before anything looks at the input. One inside `anyOf`, `oneOf`, `if` or `items` is not: the alternative may not be the one that is meant, and a list has no missing items. Whoever reads the schema expects it all the same.",
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
      "A flag such as `force` switches off a check of the tool. A model that is refused without it sets it the next time, for reasons that nobody sees.",
    fix: "Say in its description what it overrides, or make the forced call a tool of its own, with the risk level that it has.",
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
      "Two calls with equal arguments are one call here, also when somebody means them as two. Whoever calls has to know what the second returns.",
    fix: "Say it in a sentence under `onRepeat`.",
    wrong: tool({ idempotency: "{ key: [noteId] }" }),
    right: tool({ idempotency: "{ key: [noteId], onRepeat: Returns the first answer. }" }),
  },
  "lint/unreachable-refinement": {
    means:
      "Of the refinements of a tool the first whose condition is true applies. This one has the condition of an earlier one, so it never does.",
    fix: "Remove it, or correct its condition.",
    wrong: tool({
      refine: `[{ when: input.noteId == "" , sideEffects: [] }, { when: input.noteId == "", riskLevel: low }]`,
    }),
    right: tool({ refine: `[{ when: input.noteId == "" , riskLevel: low, sideEffects: [] }]` }),
  },
  "lint/unguarded-optional": {
    means:
      "A condition over an argument that is not there cannot be decided, and what cannot be decided has the careful outcome: a person is asked, further authentication is demanded, the tool as written applies. Every call without the argument is treated so, which is rarely what the author meant, and nothing in the condition says it.",
    fix: "Ask with `has` first: `has(input.x) && …` if nothing is to be asked without the argument, `!has(input.x) || …` if something is.",
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
      "The store knows a call by a hash of the arguments under `key`, and anybody can make hashes: a PIN, a password or a date of birth is found by trying all of them. What is marked `sensitive` or `writeOnly`, or has the name of a secret, is kept out of the audit trail for the same reason.",
    fix: "Name other arguments under `key`, such as an identifier of what the call is about. Without `key` only a key that the caller chooses makes two calls the same.",
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
