import { defineDiagnostics, type DiagnosticTable } from "../report/diagnostic.ts";
import { didYouMean } from "../report/did-you-mean.ts";
import { adviseOnType } from "./foreign-types.ts";
import { replaceBy, respell } from "../report/respell.ts";

export interface TypeProblems {
  readonly syntax: { readonly problem: string };
  readonly "not-a-type": { readonly found: string };
  readonly "unknown-type": { readonly name: string; readonly nearest: string | undefined };
  readonly "unquoted-literal": { readonly word: string; readonly nearest: string | undefined };
  readonly "repeated-member": { readonly member: string };
  /** `keyword` cannot hold a type; `misspelt` is the key that may stand for the keyword `meant`. */
  readonly "missing-type": {
    readonly keyword: string;
    readonly misspelt: string | undefined;
    readonly meant: string | undefined;
    /** Whether its value could be a type, so that the keyword could be a property. */
    readonly isType: boolean;
  };
  readonly "empty-map": object;
  readonly "stray-key": {
    readonly key: string;
    readonly keyword: string;
    readonly nearest: string | undefined;
  };
  readonly "unknown-keyword": { readonly key: string };
  readonly "pointless-keyword": {
    readonly keyword: string;
    readonly types: readonly string[];
    readonly wanted: readonly string[];
  };
  readonly "unevaluated-contains": Record<never, never>;
  readonly "empty-range": { readonly lower: string; readonly upper: string };
  readonly "unfit-value": { readonly keyword: string; readonly problem: string };
  readonly "unsupported-keyword": { readonly keyword: string; readonly instead: string };
  readonly "bad-keyword-value": { readonly keyword: string; readonly wanted: string };
  readonly "said-twice": { readonly keyword: string };
  readonly "unknown-format": { readonly format: string; readonly nearest: string | undefined };
  readonly "bad-pattern": { readonly reason: string };
  readonly "bad-reference": { readonly reference: string };
  readonly "bad-property-name": { readonly name: string };
  readonly "repeated-property": { readonly name: string };
  readonly "optional-mark": { readonly name: string };
  readonly "unknown-property": { readonly name: string; readonly nearest: string | undefined };
  readonly "undescribed-property": { readonly name: string };
  readonly "undescribed-object": object;
  readonly "null-default": object;
  /** `through`: the most named types in a chain of references, if the chain is too long. */
  readonly "too-deep": { readonly through?: number };
  readonly "not-an-object": { readonly field: string };
  readonly "reserved-property": { readonly name: string; readonly reason: string };
}

export const typeErrors: DiagnosticTable<TypeProblems> = defineDiagnostics<TypeProblems>("type", {
  syntax: { message: (p) => p.problem },
  "not-a-type": {
    message: (p) => `expected a type, found ${p.found}`,
    hint: () => "a type is a name, `T[]`, a union `a | b`, a map of properties, or JSON Schema",
  },
  "unknown-type": {
    message: (p) => `there is no type \`${p.name}\``,
    fix: (p, span) => respell(span, p.name, p.nearest),
    hint: (p) =>
      didYouMean(p.nearest) ??
      adviseOnType(p.name) ??
      (p.name.includes(".") ? undefined : `for a literal text, write '"${p.name}"'`),
  },
  "unquoted-literal": {
    message: (p) => `there is no type \`${p.word}\`; beside types, a literal text needs quotes`,
    hint: (p) => didYouMean(p.nearest) ?? adviseOnType(p.word) ?? `for a literal text, write "${p.word}"`,
  },
  "repeated-member": { message: (p) => `\`${p.member}\` is in this union twice; remove one` },
  "missing-type": {
    message: (p) => `\`${p.keyword}\` is a JSON Schema keyword, but this map has no \`type\`; add \`type\``,
    hint: (p) =>
      didYouMean(p.meant) ??
      (p.isType
        ? `for an object with a property \`${p.keyword}\`, write \`{ type: object, properties: { ${p.keyword}: … } }\`; for any value, \`{ type: any, ${p.keyword}: … }\``
        : "without `type`, each key of a map is a property, and its value is a type"),
    fix: (p, span) => (p.misspelt === undefined ? undefined : respell(span, p.misspelt, p.meant)),
  },
  "empty-map": {
    message: () => "`{}` is not a type; write `any` for any JSON value",
    hint: () => "for an object without properties, write `{ type: object, properties: {} }`",
  },
  "stray-key": {
    message: (p) =>
      `\`${p.key}\` is not a JSON Schema keyword, and \`${p.keyword}\` makes this map JSON Schema`,
    hint: (p) => {
      const long = `for the properties \`${p.keyword}\` and \`${p.key}\`, write { type: object, properties: { ${p.keyword}: …, ${p.key}: … } }`;
      return p.nearest === undefined ? long : `did you mean \`${p.nearest}\`? If not: ${long}`;
    },
    fix: (p, span) => respell(span, p.key, p.nearest),
  },
  "unknown-keyword": {
    severity: "warning",
    message: (p) => `\`${p.key}\` is not a JSON Schema keyword and is ignored; remove it`,
  },
  "pointless-keyword": {
    severity: "warning",
    message: (p) => `\`${p.keyword}\` has no effect on ${p.types.map((each) => `\`${each}\``).join(" or ")}`,
    hint: (p) =>
      p.types.includes("array")
        ? "put it on the items: `items: { … }`"
        : `it applies to ${p.wanted.map((each) => `\`${each}\``).join(" and ")}; remove it, or correct \`type\``,
  },
  "unevaluated-contains": {
    message: () => "validators do not agree which items `unevaluatedItems` counts beside `contains`",
    hint: () => "write `items` in place of `unevaluatedItems`, with all that an item may be",
  },
  "empty-range": {
    message: (p) => `no value is between \`${p.lower}\` and \`${p.upper}\`; correct one of them`,
  },
  "unfit-value": {
    message: (p) => `this value of \`${p.keyword}\` does not fit its schema: ${p.problem}`,
  },
  "unsupported-keyword": {
    message: (p) => `\`${p.keyword}\` is not supported in contracts`,
    hint: (p) => p.instead,
  },
  "bad-keyword-value": { message: (p) => `\`${p.keyword}\` must be ${p.wanted}` },
  "said-twice": { message: (p) => `\`${p.keyword}\` is set twice in this schema; remove one` },
  "unknown-format": {
    severity: "warning",
    message: (p) => `unknown format \`${p.format}\`: clients receive it, but no value is checked against it`,
    hint: (p) => didYouMean(p.nearest),
  },
  "bad-pattern": { message: (p) => `not a regular expression: ${p.reason}` },
  "bad-reference": {
    message: (p) =>
      p.reference.startsWith("#")
        ? `there is no \`${p.reference}\` in this schema`
        : `\`${p.reference}\` points outside the contracts; refer to a named type as \`name\` or \`domain.name\``,
  },
  "bad-property-name": {
    message: (p) =>
      `\`${p.name.slice(0, 128)}\` is not a valid property name; use 1 to 128 characters without control characters`,
  },
  "repeated-property": {
    message: (p) => `the property \`${p.name}\` is defined twice; remove one`,
  },
  "optional-mark": {
    message: (p) =>
      `in JSON Schema, a property is optional if \`required\` does not list it; write \`${p.name}\``,
    fix: (p, span) => (span.end - span.start === p.name.length + 1 ? replaceBy(span, p.name) : undefined),
  },
  "unknown-property": {
    message: (p) => `\`required\` lists \`${p.name}\`, which is not a property`,
    hint: (p) => didYouMean(p.nearest),
  },
  "undescribed-property": {
    severity: "warning",
    message: (p) =>
      `\`required\` lists \`${p.name}\`, which has no schema and accepts any value; add it to \`properties\``,
  },
  "undescribed-object": {
    severity: "warning",
    message: () =>
      "this object accepts anything; add `properties`, or state it with `additionalProperties: true`",
  },
  "null-default": {
    severity: "warning",
    message: () => "`default: null` does not fit the schema and is ignored; remove it, or allow null",
  },
  "too-deep": {
    message: (p) =>
      p.through === undefined
        ? "this type is nested too deeply; name an inner part under `types`"
        : `this type refers to more than ${p.through} types in a chain; make the chain shorter`,
  },
  "not-an-object": {
    message: (p) => `\`${p.field}\` must be an object; wrap this type in a property, such as \`items: …\``,
  },
  "reserved-property": { message: (p) => `\`${p.name}\` is reserved; ${p.reason}` },
});
