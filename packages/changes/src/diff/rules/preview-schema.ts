import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { schemaChanges } from "../schemas/schema-changes.ts";

const shape = (fields: string): { readonly dryRun: string } => ({
  dryRun: `{ mode: supported, preview: { ${fields} } }`,
});

const ids = {
  widened: "preview-widened",
  narrowed: "preview-narrowed",
  changed: "preview-changed",
  "property-added": "preview-widened",
  "property-removed": "preview-narrowed",
  "required-property-added": "required-preview-property-added",
  "required-property-removed": "required-preview-property-removed",
  "default-changed": "preview-reworded",
  "default-added": "preview-reworded",
  "default-removed": "preview-reworded",
  "no-longer-sensitive": "preview-no-longer-sensitive",
  "made-sensitive": "preview-made-sensitive",
  reworded: "preview-reworded",
  rewritten: "preview-rewritten",
} as const;

export const previewSchema: ClauseRule = clauseRule<(typeof ids)[keyof typeof ids]>({
  name: "preview-schema",
  summary:
    "What the plan of the tool returns, judged like outputs. Whether there is a plan is compared by `dry-run`.",
  kinds: {
    "preview-widened": {
      callers: "breaking",
      safety: "loosened",
      model: "changed",
      means: "Callers can get what the contract excluded. A guard with the former contract refuses it.",
      reverse: "preview-narrowed",
    },
    "preview-narrowed": {
      callers: "safe",
      safety: "tightened",
      model: "changed",
      means: "Callers get less than the contract allowed.",
      reverse: "preview-widened",
    },
    "required-preview-property-added": {
      callers: "breaking",
      safety: "loosened",
      model: "changed",
      means: "Callers always get a value that the contract excluded.",
      reverse: "required-preview-property-removed",
    },
    "required-preview-property-removed": {
      callers: "breaking",
      safety: "tightened",
      model: "changed",
      means: "Callers no longer get a value that the contract promised.",
      reverse: "required-preview-property-added",
    },
    "preview-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "changed",
      means: "Callers may get what the contract excluded: that cannot be decided.",
      reverse: "preview-changed",
    },
    "preview-no-longer-sensitive": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "The value is no longer redacted in records.",
      reverse: "preview-made-sensitive",
    },
    "preview-made-sensitive": {
      callers: "safe",
      safety: "tightened",
      model: "unchanged",
      means: "The value is redacted in records.",
      reverse: "preview-no-longer-sensitive",
    },
    "preview-reworded": {
      callers: "safe",
      safety: "unchanged",
      model: "changed",
      means: "A model reads another title, description or default of a value.",
      reverse: "preview-reworded",
    },
    "preview-rewritten": {
      callers: "safe",
      safety: "unchanged",
      model: "changed",
      means: "The same values are valid, and the schema is written otherwise.",
      reverse: "preview-rewritten",
    },
  },
  examples: [
    {
      id: "preview-widened",
      path: "dryRun.preview.properties.author",
      before: shape("text: string"),
      after: shape("text: string, author?: string"),
    },
    {
      id: "preview-widened",
      path: "dryRun.preview.required",
      before: shape("text: string, author: string"),
      after: shape("text: string, author?: string"),
    },
    {
      id: "required-preview-property-added",
      path: "dryRun.preview.properties.author",
      before: shape("text: string"),
      after: shape("text: string, author: string"),
    },
    {
      id: "preview-changed",
      path: "dryRun.preview.properties.text.pattern",
      before: shape("text: { type: string, pattern: '^[a-z]+$' }"),
      after: shape("text: { type: string, pattern: '^[a-z0-9]+$' }"),
    },
    {
      id: "preview-no-longer-sensitive",
      path: "dryRun.preview.properties.text.sensitive",
      before: shape("text: { type: string, sensitive: true }"),
      after: shape("text: string"),
    },
    {
      id: "preview-reworded",
      path: "dryRun.preview.properties.text.description",
      before: shape("text: { type: string, description: The text. }"),
      after: shape("text: { type: string, description: The whole text. }"),
    },
    {
      id: "preview-rewritten",
      path: "dryRun.preview",
      before: shape("text: string, format: text | html"),
      after: shape("text: string, format: html | text"),
    },
  ],
  find: (before, after) =>
    before.dryRun && after.dryRun
      ? schemaChanges(
          { path: "dryRun.preview", values: "previews", ids },
          before.dryRun.preview,
          after.dryRun.preview,
        )
      : [],
});
