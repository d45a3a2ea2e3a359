import {
  approvalChannels,
  approverKinds,
  effectKinds,
  type JsonObject,
  type JsonSchema,
} from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import { nearest } from "../report/did-you-mean.ts";
import { builtInTypes } from "../schemas/scope.ts";
import { findEntry, type MapNode, type ScalarNode, type SyntaxNode, toJson } from "../syntax/syntax-tree.ts";
import type {
  Located,
  WrittenApprovers,
  WrittenCondition,
  WrittenConfirmation,
  WrittenEffect,
  WrittenStepUp,
} from "./document.ts";
import { decodeErrors } from "./problems.ts";
import { fields, flag, names, oneOf, type FieldShape, text, wholeNumber, wrongType } from "./shape.ts";

const millisecondsPer = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const durationPattern = /^([1-9][0-9]{0,5})(ms|s|m|h|d)$/;

/** Durations such as `30s`, `5m`, `24h`, in milliseconds. */
export const durationShape: FieldShape<Located<number>> = {
  label: "a duration such as `500ms`, `30s`, `5m`, `24h` or `7d`",
  schema: { type: "string", pattern: durationPattern.source },
  decode(node, report) {
    const match = node.kind === "scalar" && durationPattern.exec(String(node.value));
    if (!match) return void report(decodeErrors.at(node.span, "bad-text", { wanted: this.label }));
    const [, count, unit] = match;
    return { value: Number(count) * millisecondsPer[unit as keyof typeof millisecondsPer], span: node.span };
  },
};

/** What editors suggest for a type. Named types and keywords are known to the compiler only. */
const typeExamples: JsonSchema = { examples: [...builtInTypes.keys()] };

/** Any schema: a type expression, a map of properties, or JSON Schema. It is compiled later, when all names are known. */
export const schemaNode: FieldShape<SyntaxNode> = {
  label: "a type expression, a map of properties, or JSON Schema 2020-12",
  schema: {
    type: ["string", "object"],
    ...typeExamples,
    additionalProperties: { ...typeExamples, additionalProperties: typeExamples },
  },
  decode: (node, report) =>
    node.kind === "map" || (node.kind === "scalar" && typeof node.value === "string")
      ? node
      : wrongType(node, "a type", report),
};

/** A map that is checked later against a schema. */
export const jsonMap: FieldShape<MapNode> = {
  label: "a map",
  schema: { type: "object" },
  decode: (node, report) => (node.kind === "map" ? node : wrongType(node, "a map", report)),
};

export const openMap: FieldShape<Located<JsonObject>> = {
  label: "a map of anything",
  schema: { type: "object" },
  decode(node, report) {
    if (node.kind !== "map") return wrongType(node, "a map", report);
    return { value: toJson(node) as JsonObject, span: node.span };
  },
};

export const condition: FieldShape<WrittenCondition> = {
  label: "a condition in CEL",
  schema: { type: "string", minLength: 1 },
  decode(node, report) {
    if (node.kind === "scalar" && typeof node.value === "boolean")
      return writtenCondition(node, String(node.value));
    const isText = node.kind === "scalar" && typeof node.value === "string" && node.value.trim() !== "";
    return isText
      ? writtenCondition(node, String(node.value))
      : wrongType(node, "a condition in CEL", report);
  },
};

function writtenCondition(node: ScalarNode, expression: string): WrittenCondition {
  const { span, textSpan, written } = node;
  return {
    text: expression,
    span,
    ...(textSpan ? { textSpan } : {}),
    ...(written === undefined ? {} : { written }),
  };
}

/** Who approves and where. */
const approverShapes: { readonly [Key in keyof WrittenApprovers]-?: FieldShape<WrittenApprovers[Key]> } = {
  by: oneOf(approvalChannels),
  approver: oneOf(approverKinds),
  approvers: wholeNumber(1, 10),
  from: text("a permission, such as `refunds:approve`"),
  edit: names(text("the name of an argument, such as `amount`"), "a list of arguments"),
  together: wholeNumber(2, 50),
};
const approverRows: readonly (readonly [string, FieldShape<unknown>])[] = Object.entries(approverShapes);

export const confirmationShape: FieldShape<Located<WrittenConfirmation>> = {
  label: "`never`, `always` or a map such as `{ when: CONDITION }`",
  schema: {
    anyOf: [
      { enum: ["never", "always"] },
      {
        type: "object",
        additionalProperties: false,
        properties: {
          when: condition.schema,
          always: { const: true },
          ...Object.fromEntries(approverRows.map(([key, { schema }]) => [key, schema])),
        },
        oneOf: [{ required: ["when"] }, { required: ["always"] }],
      },
    ],
  },
  decode(node, report) {
    if (node.kind !== "map") return decodeWord(node, this.label, report);
    const gates = ["always", "when"] as const;
    if (!onlyKeysOfShape(node, [...gates, ...approverRows.map(([key]) => key)], "`confirmation`", report))
      return undefined;
    const [kind, another] = gates.filter((each) => findEntry(node, each));
    if (!kind || another) return void report(decodeErrors.at(node.span, "one-of", { keys: gates }));
    const approvers = decodeApprovers(node, report);
    // One of them was wrong, which has been reported.
    if (Object.keys(approvers).length + 1 < node.entries.length) return undefined;
    if (kind === "always") {
      const stated = decodeEntry(node, kind, onlyTrue, report);
      return stated && { value: { kind, ...approvers }, span: node.span };
    }
    const when = decodeEntry(node, kind, condition, report);
    return when && { value: { kind, condition: when, ...approvers }, span: node.span };
  },
};

function decodeApprovers(node: MapNode, report: Report): WrittenApprovers {
  const decoded = approverRows.map(([key, shape]) => [key, decodeEntry(node, key, shape, report)] as const);
  return Object.fromEntries(decoded.filter(([, value]) => value !== undefined));
}

const stepUpKinds = ["always", "when", "never"] as const;

export const stepUpShape: FieldShape<Located<WrittenStepUp>> = {
  label:
    "`never`, `always`, or a map with `when`, `always: true` or `never: true`, and `maxAge`, `acr` or `reason`",
  schema: {
    anyOf: [
      { enum: ["never", "always"] },
      {
        type: "object",
        additionalProperties: false,
        properties: {
          when: condition.schema,
          always: { const: true },
          never: { const: true },
          maxAge: durationShape.schema,
          acr: { type: "string" },
          reason: { type: "string" },
        },
      },
    ],
  },
  decode(node, report) {
    if (node.kind !== "map") return decodeWord(node, this.label, report);
    return decodeStepUp(node, report);
  },
};

function decodeStepUp(node: MapNode, report: Report): Located<WrittenStepUp> | undefined {
  const [kind, another] = stepUpKinds.filter((each) => findEntry(node, each));
  if (!kind || another) return void report(decodeErrors.at(node.span, "one-of", { keys: stepUpKinds }));
  const allowed = kind === "never" ? [kind, "reason"] : [kind, "maxAge", "acr"];
  if (!onlyKeysOfShape(node, allowed, `\`stepUpAuth\` with \`${kind}\``, report)) return undefined;
  const maxAgeMs = decodeEntry(node, "maxAge", durationShape, report)?.value;
  const acr = decodeEntry(node, "acr", text("the authentication level, as text"), report)?.value;
  const reason = decodeEntry(node, "reason", text("the reason, as text"), report)?.value;
  const given = { ...(maxAgeMs && { maxAgeMs }), ...(acr && { acr }), ...(reason && { reason }) };
  // One of them was wrong, which has been reported.
  if (Object.keys(given).length + 1 < node.entries.length) return undefined;
  if (kind === "when") {
    const when = decodeEntry(node, "when", condition, report);
    return when && { value: { kind, condition: when, ...given }, span: node.span };
  }
  const stated = decodeEntry(node, kind, onlyTrue, report);
  return stated && { value: { kind, ...given }, span: node.span };
}

const onlyTrue: FieldShape<Located<boolean>> = {
  ...flag,
  decode(node, report) {
    if (node.kind === "scalar" && node.value === true) return { value: true, span: node.span };
    return wrongType(node, "`true`", report);
  },
};

const classifiedKinds = effectKinds.filter((kind) => kind !== "unclassified");

/** `creates: What it creates.`, perhaps with `reversible: true`. */
export const declaredEffect: FieldShape<Located<WrittenEffect>> = {
  label: `a map with one of ${classifiedKinds.join(", ")}, and perhaps \`reversible\``,
  schema: {
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    properties: Object.fromEntries([
      ...classifiedKinds.map((kind) => [kind, { type: "string", minLength: 1 }]),
      ["reversible", { type: "boolean" }],
    ]),
  },
  decode: (node, report) =>
    node.kind === "map"
      ? decodeEffect(node, report)
      : wrongType(node, "a map such as `pays: What is paid.`", report),
};

const namedEffect = fields<{ readonly effect: Located<string> }>("a named effect", () => ({
  effect: {
    shape: text("the name of an effect"),
    required: true,
    enforcedBy: "compiler",
    description: "An effect that is declared under `effects`, as `name` or `domain.name`.",
  },
}));

/** An effect; `effect: name` for one that is declared under `effects`; a bare text is an unclassified effect. */
export const sideEffect: FieldShape<Located<WrittenEffect>> = {
  label: `${declaredEffect.label}; or \`effect\` with the name of a declared one`,
  schema: { anyOf: [{ type: "string", minLength: 1 }, declaredEffect.schema, namedEffect.schema] },
  decode(node, report) {
    if (node.kind === "map" && findEntry(node, "effect")) {
      const named = namedEffect.decode(node, report);
      const { effect } = named?.whole ? named.fields : {};
      return effect && { value: { ...unclassified, named: effect.value }, span: node.span };
    }
    if (node.kind === "map") return decodeEffect(node, report);
    const written = text("what changes, as text or as `KIND: text`").decode(node, report);
    return written && { value: { ...unclassified, description: written.value }, span: node.span };
  },
};

const unclassified: WrittenEffect = { kind: "unclassified", description: "" };

function decodeEffect(node: MapNode, report: Report): Located<WrittenEffect> | undefined {
  const kinds = classifiedKinds;
  if (!onlyKeysOfShape(node, [...kinds, "reversible"], "a side effect", report)) return undefined;
  const [kind, another] = kinds.filter((each) => findEntry(node, each));
  if (!kind || another) {
    const instead = another === undefined ? {} : { instead: "begin an entry with `-` for each of them" };
    return void report(decodeErrors.at(node.span, "one-of", { keys: kinds, ...instead }));
  }
  const description = decodeEntry(node, kind, text("what changes, as text"), report);
  const reversible = decodeEntry(node, "reversible", flag, report);
  if (!description || (findEntry(node, "reversible") && !reversible)) return undefined;
  const said = reversible ? { reversible: reversible.value } : {};
  return { value: { kind, description: description.value, ...said }, span: node.span };
}

function decodeWord(
  node: SyntaxNode,
  wanted: string,
  report: Report,
): Located<{ readonly kind: "never" } | { readonly kind: "always" }> | undefined {
  const word = node.kind === "scalar" ? node.value : undefined;
  if (word === "never" || word === "always") return { value: { kind: word }, span: node.span };
  const allowed = ["never", "always"];
  const near = typeof word === "string" ? nearest(word, allowed) : undefined;
  // Anything else is probably a condition.
  if (typeof word !== "string" || near === undefined) return wrongType(node, wanted, report);
  report(decodeErrors.at(node.span, "unknown-value", { value: word, allowed, nearest: near }));
}

function decodeEntry<T>(node: MapNode, key: string, shape: FieldShape<T>, report: Report): T | undefined {
  const entry = findEntry(node, key);
  return entry && shape.decode(entry.value, report, entry.keySpan);
}

function onlyKeysOfShape(node: MapNode, allowed: readonly string[], owner: string, report: Report): boolean {
  const unknown = node.entries.filter((entry) => !allowed.includes(entry.key));
  const free = allowed.filter((key) => !findEntry(node, key));
  for (const { key, keySpan } of unknown)
    report(decodeErrors.at(keySpan, "unknown-key", { key, more: [], owner, allowed: free }));
  return unknown.length === 0;
}
