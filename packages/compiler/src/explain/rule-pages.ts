import { type Page, tool } from "./page.ts";

/** By code. A test asks for one of every rule. */
export const rulePages: Readonly<Record<string, Page>> = {
  "risk/low-with-lasting-effect": {
    means:
      "A low tool runs without anybody's approval, as often as an agent likes. So it only reads, or does what the same system can undo, and it deletes and grants nothing.",
    fix: "Raise `riskLevel`, or say `reversible: true` if the system that was changed can change it back.",
    wrong: tool({ sideEffects: "[updates: The note.]" }),
    right: tool({ sideEffects: "[{ updates: The note., reversible: true }]" }),
  },
  "risk/medium-with-external-effect": {
    means:
      "A medium tool changes things inside the system, without approval. What leaves the system (a message, a payment, a call) cannot be taken back there.",
    fix: "Raise `riskLevel` to `high`, which a person confirms.",
    wrong: tool({ riskLevel: "medium", sideEffects: "[calls: The printing service.]" }),
    right: tool({
      riskLevel: "high",
      sideEffects: "[calls: The printing service.]",
      idempotency: "{ key: [noteId] }",
    }),
  },
  "risk/medium-with-lasting-effect": {
    means:
      "A medium tool runs without approval, within a narrow scope. What cannot be undone, what deletes and what grants permissions is for a person to approve.",
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
      "Deletions, permission changes and payments are critical in the risk model. A tool that does one of them at the level `high` may have a good reason; reviewers and readers of the documentation have to find it.",
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
      "High and critical tools are always confirmed, and so is one with `autonomousExecution: false`. A weaker confirmation would take that back. A forbidden tool is never called at all; a confirmation would read as if somebody could allow it.",
    fix: "Leave `confirmation` out, or write `always`.",
    wrong: tool({ riskLevel: "high", confirmation: "never" }),
    right: tool({ riskLevel: "high", confirmation: "always" }),
  },
  "risk/step-up-contradicts-level": {
    means: "A forbidden tool is never called at all, so nobody can authenticate for it.",
    fix: "Leave `stepUpAuth` out.",
    wrong: tool({ riskLevel: "forbidden", stepUpAuth: "always" }),
    right: tool({ riskLevel: "forbidden" }),
  },
  "risk/critical-without-step-up": {
    means:
      "A critical tool says when it needs stronger or fresher authentication; never is possible, and then a reviewer reads the reason.",
    fix: "Write `stepUpAuth` with `always`, with `when`, or with `never: true` and a `reason`.",
    wrong: tool({ riskLevel: "critical" }),
    right: tool({ riskLevel: "critical", stepUpAuth: "{ always: true, maxAge: 15m }" }),
  },
  "risk/refinement-exceeds-tool": {
    means:
      "A tool as written is its own worst case: whoever cannot look at the arguments goes by that, and so does the server when a condition cannot be decided. A refinement is therefore never riskier than its tool, changes nothing that the tool does not list, and asks for no more.",
    fix: "Write the worst at the tool, and what is milder under `refine`.",
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
      "A forbidden tool is one that agents can neither see nor call, whatever the arguments. So nothing of it can be refined, and a tool that exists has no forbidden part: to refuse some arguments, in an answer that can be read, is the work of a policy.",
    fix: "Make the two parts two tools, one of them forbidden; or deny those arguments with a policy.",
    wrong: tool({ refine: `[{ when: input.noteId == "all", riskLevel: forbidden }]` }),
    right: tool({}),
  },
  "contract/contradicting-annotation": {
    means:
      "The hints of MCP are derived from the contract, so that they are never wishes. One that is stated has to agree with what the rest of the contract says.",
    fix: "Remove the annotation, or correct what it is derived from, such as `sideEffects`.",
    wrong: tool({ annotations: "{ readOnlyHint: false }" }),
    right: tool({ annotations: "{ readOnlyHint: true }" }),
  },
  "contract/contradicting-metadata": {
    means:
      "Some hosts decide by well-known keys of a tool's metadata: `read_only`, `destructive`, `idempotent`, `open_world`, `agency` and `requires_confirmation`, also in camel case. They say what the contract says elsewhere, and so they have to agree with it.",
    fix: "Remove the flag, or correct what it is derived from, such as `sideEffects` or `confirmation`.",
    wrong: tool({ metadata: "{ read_only: false }" }),
    right: tool({ metadata: "{ read_only: true }" }),
  },
  "contract/reserved-meta": {
    means:
      "A tool's `_meta` is listed over MCP as it is written, except for the keys by which guards and hosts learn what the contract says: everything under `dev.proviso/`, and `anthropic/requiresUserInteraction`. Those are derived, so that they are never wishes.",
    fix: "Remove the key, and say it in the contract: `confirmation: always`, for one.",
    wrong: tool({ _meta: "{ anthropic/requiresUserInteraction: true }" }),
    right: tool({ confirmation: "always", _meta: "{ com.example/team: writing }" }),
  },
  "contract/invalid-condition": {
    means:
      "A condition is CEL over `input`, `principal`, `env` and `now`, checked against the tool's own input schema and bounded in size. This one is broken, names what there is not, or does not yield true or false.",
    fix: "Correct it at the marked place. An optional argument is asked for with `has(input.x)` first.",
    wrong: tool({ riskLevel: "medium", confirmation: "{ when: size(input.text) > 10 }" }),
    right: tool({ riskLevel: "medium", confirmation: "{ when: size(input.noteId) > 10 }" }),
  },
  "contract/constant-condition": {
    means:
      "A condition that names neither the input nor the caller, nor the time, is the same for every call. Whoever reads the contract sees a condition and thinks that somebody is asked at times; `false` would even let a critical tool go without step-up authentication and without a reason.",
    fix: "Write `always` or `never`, or what the condition should look at.",
    wrong: tool({ riskLevel: "medium", confirmation: '{ when: "1 > 2" }' }),
    right: tool({ riskLevel: "medium", confirmation: "never" }),
  },
  "contract/invalid-example": {
    means:
      "Examples are read by people and models as calls that work. This one does not fit the tool's own schema.",
    fix: "Correct the example, or the schema if the example is what was meant.",
    wrong: tool({ examples: "[{ input: { noteId: 7 } }]" }),
    right: tool({ examples: '[{ input: { noteId: "7" } }]' }),
  },
  "contract/confirm-like-argument": {
    means:
      "A model fills in arguments. A flag that looks like a person's consent will be set too, and then no person was asked. Only flags among the arguments themselves count: a filter `approved_by`, a date, or data inside an argument is no consent. A tool with a `wireName` has the arguments that its clients know: there the flag is left alone if a person is asked for every call, or if the tool only reads.",
    fix: "Remove the argument and use `confirmation`, which only a person can answer.",
    wrong: tool({ inputSchema: "{ noteId: string, confirmed: boolean }" }),
    right: tool({ inputSchema: "{ noteId: string }" }),
  },
  "contract/unsafe-pattern": {
    means:
      "Regular expressions are run in time that is linear in the text, whatever they repeat. Look-around and back-references can only be run by trying again, and for this one there may be text on which that takes out of all proportion, so that a few dozen characters could stop a server. The same goes for the patterns of `patternProperties`, and for a repetition of more than 2,000 parts.",
    fix: "Write the pattern without look-around and back-references, and bound repetitions as in `{1,40}`.",
    wrong: tool({ inputSchema: '{ noteId: { type: string, pattern: "^(?!x)(a+)+$" } }' }),
    right: tool({ inputSchema: '{ noteId: { type: string, pattern: "^(a+)+$" } }' }),
  },
};
