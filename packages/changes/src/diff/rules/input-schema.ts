import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { conditionsOf, ignoresArgument } from "../facts/ignores-argument.ts";
import { schemaChanges } from "../schemas/schema-changes.ts";

const shape = (fields: string): { readonly inputSchema: string } => ({ inputSchema: `{ ${fields} }` });

const ids = {
  widened: "input-widened",
  narrowed: "input-narrowed",
  changed: "input-changed",
  "property-added": "input-property-added",
  "property-removed": "input-property-removed",
  "required-property-added": "required-input-property-added",
  "required-property-removed": "required-input-property-removed",
  "default-changed": "input-default-changed",
  "default-added": "input-default-added",
  "default-removed": "input-default-removed",
  "no-longer-sensitive": "input-no-longer-sensitive",
  "made-sensitive": "input-made-sensitive",
  reworded: "input-reworded",
  rewritten: "input-rewritten",
} as const;

type InputId =
  | (typeof ids)[keyof typeof ids]
  | "input-property-added-beside-condition"
  | "input-property-removed-beside-condition";

const asked = { inputSchema: "{ pages: integer }", confirmation: "{ when: input.pages > 10.0 }" };

export const inputSchema: ClauseRule = clauseRule<InputId>({
  name: "input-schema",
  summary:
    "Which arguments the tool accepts. The more it accepts, the safer for callers, and the less strict.",
  kinds: {
    "input-widened": {
      callers: "safe",
      safety: "loosened",
      model: "changed",
      means: "The tool accepts arguments that it refused.",
      reverse: "input-narrowed",
    },
    "input-narrowed": {
      callers: "breaking",
      safety: "tightened",
      model: "changed",
      means: "The tool refuses arguments that it accepted.",
      reverse: "input-widened",
    },
    "input-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "changed",
      means: "Some arguments may be accepted that were refused, and the reverse: that cannot be decided.",
      reverse: "input-changed",
    },
    "input-property-added": {
      callers: "safe",
      safety: "unchanged",
      model: "changed",
      means:
        "There is a new optional argument. Like a new tool, it is a new ability; whatever the contract said of the other arguments still holds.",
      reverse: "input-property-removed",
    },
    "input-property-removed": {
      callers: "breaking",
      safety: "unchanged",
      model: "changed",
      means: "An optional argument is gone, and calls that give it are refused.",
      reverse: "input-property-added",
    },
    "input-property-added-beside-condition": {
      callers: "safe",
      safety: "loosened",
      model: "changed",
      means:
        "There is a new optional argument, and a condition decides by the arguments and does not name it. What the condition looks for may be given in the new argument.",
      reverse: "input-property-removed-beside-condition",
    },
    "input-property-removed-beside-condition": {
      callers: "breaking",
      safety: "tightened",
      model: "changed",
      means: "An optional argument is gone that no condition named, though one decides by the arguments.",
      reverse: "input-property-added-beside-condition",
    },
    "required-input-property-added": {
      callers: "breaking",
      safety: "tightened",
      model: "changed",
      means: "Calls without the new argument are refused.",
      reverse: "required-input-property-removed",
    },
    "required-input-property-removed": {
      callers: "breaking",
      safety: "loosened",
      model: "changed",
      means: "An argument that every call had to give is gone, and calls that give it are refused.",
      reverse: "required-input-property-added",
    },
    "input-default-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "changed",
      means:
        "A call that leaves the argument out does something else. Which of the two does less cannot be decided.",
      reverse: "input-default-changed",
    },
    "input-default-added": {
      callers: "dangerous",
      safety: "unchanged",
      model: "changed",
      means: "The new argument has a value in calls that do not give it.",
      reverse: "input-default-removed",
    },
    "input-default-removed": {
      callers: "dangerous",
      safety: "unchanged",
      model: "changed",
      means: "The argument that is gone had a value in calls that did not give it.",
      reverse: "input-default-added",
    },
    "input-no-longer-sensitive": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "The argument is no longer redacted in records.",
      reverse: "input-made-sensitive",
    },
    "input-made-sensitive": {
      callers: "safe",
      safety: "tightened",
      model: "unchanged",
      means: "The argument is redacted in records.",
      reverse: "input-no-longer-sensitive",
    },
    "input-reworded": {
      callers: "safe",
      safety: "unchanged",
      model: "changed",
      means: "A model reads another title or description of an argument.",
      reverse: "input-reworded",
    },
    "input-rewritten": {
      callers: "safe",
      safety: "unchanged",
      model: "changed",
      means: "The same arguments are valid, and the schema is written otherwise.",
      reverse: "input-rewritten",
    },
  },
  examples: [
    {
      id: "input-narrowed",
      path: "inputSchema.properties.pages.maximum",
      before: shape("noteId: string, pages: { type: integer, maximum: 50 }"),
      after: shape("noteId: string, pages: { type: integer, maximum: 20 }"),
    },
    {
      id: "input-widened",
      path: "inputSchema.properties.format.enum",
      before: shape("noteId: string, format: text | html"),
      after: shape("noteId: string, format: text | html | pdf"),
    },
    {
      id: "input-changed",
      path: "inputSchema.properties.noteId.pattern",
      before: shape("noteId: { type: string, pattern: '^n[0-9]+$' }"),
      after: shape("noteId: { type: string, pattern: '^[a-f0-9]+$' }"),
    },
    {
      id: "input-property-added",
      path: "inputSchema.properties.page",
      before: shape("noteId: string"),
      after: shape("noteId: string, page?: integer"),
    },
    {
      id: "input-property-added-beside-condition",
      path: "inputSchema.properties.sheets",
      before: asked,
      after: { ...asked, inputSchema: "{ pages: integer, sheets?: integer }" },
    },
    {
      id: "required-input-property-added",
      path: "inputSchema.properties.reason",
      before: shape("noteId: string"),
      after: shape("noteId: string, reason: string"),
    },
    {
      id: "input-default-changed",
      path: "inputSchema.properties.pages.default",
      before: shape("noteId: string, pages?: { type: integer, default: 1 }"),
      after: shape("noteId: string, pages?: { type: integer, default: 9 }"),
    },
    {
      id: "input-default-added",
      path: "inputSchema.properties.pages.default",
      before: shape("noteId: string"),
      after: shape("noteId: string, pages?: { type: integer, default: 9 }"),
    },
    {
      id: "input-no-longer-sensitive",
      path: "inputSchema.properties.noteId.sensitive",
      before: shape("noteId: { type: string, sensitive: true }"),
      after: shape("noteId: string"),
    },
    {
      id: "input-reworded",
      path: "inputSchema.properties.noteId.description",
      before: shape("noteId: { type: string, description: Which note. }"),
      after: shape("noteId: { type: string, description: Which of the notes. }"),
    },
    {
      id: "input-rewritten",
      path: "inputSchema",
      before: shape("noteId: string, format: text | html"),
      after: shape("noteId: string, format: html | text"),
    },
  ],
  find: (before, after) =>
    schemaChanges({ path: "inputSchema", values: "inputs", ids }, before.inputSchema, after.inputSchema).map(
      (change): FoundChange<InputId> => {
        const { id, path, says } = change;
        const isOptional = id === "input-property-added" || id === "input-property-removed";
        // The contract without the argument decided by the others; the one with it still does, and does not name it.
        const [without, having] = id === "input-property-added" ? [before, after] : [after, before];
        if (!isOptional || conditionsOf(without).length === 0 || !ignoresArgument(having, path))
          return change;
        return {
          ...change,
          id: `${id}-beside-condition`,
          says: `${says}, which a condition over the arguments does not name`,
        };
      },
    ),
});
