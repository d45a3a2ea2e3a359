import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { schemaChanges } from "../schemas/schema-changes.ts";

const shape = (fields: string): { readonly outputSchema: string } => ({ outputSchema: `{ ${fields} }` });

const ids = {
  widened: "output-widened",
  narrowed: "output-narrowed",
  changed: "output-changed",
  "property-added": "output-widened",
  "property-removed": "output-narrowed",
  "required-property-added": "required-output-property-added",
  "required-property-removed": "required-output-property-removed",
  "default-changed": "output-reworded",
  "default-added": "output-reworded",
  "default-removed": "output-reworded",
  "no-longer-sensitive": "output-no-longer-sensitive",
  "made-sensitive": "output-made-sensitive",
  reworded: "output-reworded",
  rewritten: "output-rewritten",
} as const;

export const outputSchema: ClauseRule = clauseRule<(typeof ids)[keyof typeof ids]>({
  name: "output-schema",
  summary: "What the tool returns. The less it may return, the safer for callers, and the stricter.",
  kinds: {
    "output-widened": {
      callers: "breaking",
      safety: "loosened",
      model: "changed",
      means: "Callers can get what the contract excluded. A guard with the former contract refuses it.",
      reverse: "output-narrowed",
    },
    "output-narrowed": {
      callers: "safe",
      safety: "tightened",
      model: "changed",
      means: "Callers get less than the contract allowed.",
      reverse: "output-widened",
    },
    "required-output-property-added": {
      callers: "breaking",
      safety: "loosened",
      model: "changed",
      means: "Callers always get a value that the contract excluded.",
      reverse: "required-output-property-removed",
    },
    "required-output-property-removed": {
      callers: "breaking",
      safety: "tightened",
      model: "changed",
      means: "Callers no longer get a value that the contract promised.",
      reverse: "required-output-property-added",
    },
    "output-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "changed",
      means: "Callers may get what the contract excluded: that cannot be decided.",
      reverse: "output-changed",
    },
    "output-no-longer-sensitive": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "The value is no longer redacted in records.",
      reverse: "output-made-sensitive",
    },
    "output-made-sensitive": {
      callers: "safe",
      safety: "tightened",
      model: "unchanged",
      means: "The value is redacted in records.",
      reverse: "output-no-longer-sensitive",
    },
    "output-reworded": {
      callers: "safe",
      safety: "unchanged",
      model: "changed",
      means: "A model reads another title, description or default of a value.",
      reverse: "output-reworded",
    },
    "output-rewritten": {
      callers: "safe",
      safety: "unchanged",
      model: "changed",
      means: "The same values are valid, and the schema is written otherwise.",
      reverse: "output-rewritten",
    },
  },
  examples: [
    {
      id: "output-widened",
      path: "outputSchema.properties.author",
      before: shape("text: string"),
      after: shape("text: string, author?: string"),
    },
    {
      id: "output-widened",
      path: "outputSchema.required",
      before: shape("text: string, author: string"),
      after: shape("text: string, author?: string"),
    },
    {
      id: "required-output-property-added",
      path: "outputSchema.properties.author",
      before: shape("text: string"),
      after: shape("text: string, author: string"),
    },
    {
      id: "output-changed",
      path: "outputSchema.properties.text.pattern",
      before: shape("text: { type: string, pattern: '^[a-z]+$' }"),
      after: shape("text: { type: string, pattern: '^[a-z0-9]+$' }"),
    },
    {
      id: "output-no-longer-sensitive",
      path: "outputSchema.properties.text.sensitive",
      before: shape("text: { type: string, sensitive: true }"),
      after: shape("text: string"),
    },
    {
      id: "output-reworded",
      path: "outputSchema.properties.text.description",
      before: shape("text: { type: string, description: The text. }"),
      after: shape("text: { type: string, description: The whole text. }"),
    },
    {
      id: "output-rewritten",
      path: "outputSchema",
      before: shape("text: string, format: text | html"),
      after: shape("text: string, format: html | text"),
    },
  ],
  find: (before, after) =>
    schemaChanges({ path: "outputSchema", values: "outputs", ids }, before.outputSchema, after.outputSchema),
});
