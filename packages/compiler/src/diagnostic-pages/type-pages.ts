import type { TypeProblems } from "../schemas/problems.ts";
import { type Pages, tool } from "./page.ts";

/** A tool whose argument `note` is of this type. */
function noteExample(type: string, header = ""): ReturnType<typeof tool> {
  return tool({ inputSchema: `{ note: ${type} }` }, { header });
}

const deepExample = (levels: number): string => `${"{ part: ".repeat(levels)}string${" }".repeat(levels)}`;

export const typePages: Pages<keyof TypeProblems> = {
  syntax: {
    means: "This is not a type expression: something is missing or superfluous at the marked place.",
    fix: "An expression is a name, quoted text, `T[]`, `a | b`, or one of these in parentheses. A question mark for optional belongs to the key.",
    wrong: noteExample("string |"),
    right: noteExample("string | integer"),
  },
  "not-a-type": {
    means: "A type is text or a map, never a number, a list or null.",
    fix: 'Write a list as `"string[]"`, a fixed value as `{ const: 7 }`.',
    wrong: noteExample("[string]"),
    right: noteExample('"string[]"'),
  },
  "unknown-type": {
    means:
      "There is no built-in type and no named type of this name. A single word is never a literal, because a misspelt type would then accept only its own name.",
    fix: "Correct the name, declare it under `types`, or quote it twice if the text itself is the only value.",
    wrong: noteExample("strng"),
    right: noteExample("string"),
  },
  "unquoted-literal": {
    means:
      "In a union that contains a type, an unquoted word that names no type could be a misspelt type or a literal.",
    fix: "Quote the word if it is text, and the whole expression with it, or correct the name of the type.",
    wrong: noteExample("integer | all"),
    right: noteExample("'integer | \"all\"'"),
  },
  "repeated-member": {
    means: "The union, or the `enum`, has the same member twice.",
    fix: "Remove one of them.",
    wrong: noteExample("short | long | short"),
    right: noteExample("short | long"),
  },
  "missing-type": {
    means:
      "A map is JSON Schema if it has `type`, or another decisive keyword; otherwise its keys are properties, and their values types. This map has no decisive keyword but another one, whose value is not a type, or which could also describe the value, such as `{ description: string }` for the items of a list.",
    fix: "Add `type`, or correct it if it is misspelt. For a property that has the name of a keyword, write the long form, with `properties`; for any value, `type: any`.",
    wrong: noteExample("{ maxLength: 80, description: Its first line. }"),
    right: noteExample("{ type: string, maxLength: 80, description: Its first line. }"),
  },
  "empty-map": {
    means:
      "Inside JSON Schema `{}` stands for any value; among the properties of a contract's short form it could also be an object without properties. So it is only allowed where the value must be an object: as `inputSchema`, `outputSchema` or `preview`.",
    fix: "Write `any` for any value, `{ type: object, additionalProperties: true }` for any object, and `{ type: object, properties: {} }` for one without properties.",
    wrong: noteExample("{}"),
    right: noteExample("any"),
  },
  "stray-key": {
    means:
      "A map with a keyword such as `type` or `enum` is JSON Schema, and this key is not a keyword. Either the key is a misspelt keyword, or the map was meant as properties, one of which has the name of a keyword.",
    fix: "Correct the keyword; for a property called `type` write the long form, with `properties`.",
    wrong: noteExample("{ type: string, maxLenght: 80 }"),
    right: noteExample("{ type: string, maxLength: 80 }"),
  },
  "unknown-keyword": {
    means:
      "This key is not a keyword of JSON Schema. It has no effect and is dropped. Keys that begin with `x-` are dropped without a finding.",
    fix: "Remove the key, or say the same with keywords that are checked.",
    wrong: noteExample("{ type: string, placeholder: [Call back] }"),
    right: noteExample("{ type: string, examples: [Call back] }"),
  },
  "pointless-keyword": {
    means: "A keyword of JSON Schema that does not belong to the type is ignored by every validator.",
    fix: "Remove the keyword, correct `type`, or move the keyword into `items`.",
    wrong: noteExample("{ type: integer, maxLength: 3 }"),
    right: noteExample("{ type: integer, maximum: 999 }"),
  },
  "unevaluated-contains": {
    means:
      "By JSON Schema, an item that `contains` found is evaluated, and others are not. The validator that the server uses takes all items for evaluated, so that `unevaluatedItems` would refuse nothing.",
    fix: "Say with `items` what every item may be, and leave `unevaluatedItems` out.",
    wrong: noteExample("{ type: array, contains: { const: 1 }, unevaluatedItems: false }"),
    right: noteExample("{ type: array, contains: { const: 1 }, items: { const: 1 } }"),
  },
  "empty-range": {
    means: "The upper bound is below the lower one, or no value is between the two, so that no value fits.",
    fix: "Correct one of the two.",
    wrong: noteExample("{ type: integer, minimum: 100, maximum: 1 }"),
    right: noteExample("{ type: integer, minimum: 1, maximum: 100 }"),
  },
  "unfit-value": {
    means:
      "A default, an example or an allowed value does not fit its schema. A reader of the schema, above all a model, would send values that are refused.",
    fix: "Correct the value, or the schema around it.",
    wrong: noteExample("{ type: integer, maximum: 100, default: 200 }"),
    right: noteExample("{ type: integer, maximum: 100, default: 20 }"),
  },
  "unsupported-keyword": {
    means:
      "With this keyword, the meaning of a schema would depend on something outside of it, or differ from JSON Schema 2020-12.",
    fix: "Do what the hint says.",
    wrong: noteExample("{ type: string, $anchor: note }"),
    right: noteExample("{ type: string }"),
  },
  "bad-keyword-value": {
    means: "The keyword takes another kind of value than this.",
    fix: "Write a value of the kind that the message names.",
    wrong: noteExample("{ type: string, minLength: -1 }"),
    right: noteExample("{ type: string, minLength: 1 }"),
  },
  "said-twice": {
    means:
      "The type expression in `type` stands for several keywords, and one of them is written beside it as well.",
    fix: "Remove the keyword, or write the plain JSON type.",
    wrong: noteExample("{ type: email, format: uri }"),
    right: noteExample("{ type: string, format: uri }"),
  },
  "unknown-format": {
    means:
      "The runtime does not know this format, so it checks nothing. The schema keeps it as an annotation.",
    fix: "Correct the name if it is misspelt. If values have to be checked, use `pattern`.",
    wrong: noteExample("{ type: string, format: emial }"),
    right: noteExample("{ type: string, format: email }"),
  },
  "bad-pattern": {
    means: "The pattern is not an ECMAScript regular expression with the `u` flag, as JSON Schema requires.",
    fix: "Correct the pattern. In single quotes YAML leaves backslashes alone.",
    wrong: noteExample("{ type: string, pattern: '(a' }"),
    right: noteExample("{ type: string, pattern: '(a)' }"),
  },
  "bad-reference": {
    means:
      "A reference names a type of the contracts. A reference to another file or URL could change what a tool accepts without a change of its contract.",
    fix: "Declare the type under `types` and refer to it as `name`, or as `domain.name` from another file.",
    wrong: noteExample("{ $ref: 'https://example.com/note.json' }", "types: { noteId: string }\n"),
    right: noteExample("{ $ref: noteId }", "types: { noteId: string }\n"),
  },
  "bad-property-name": {
    means:
      "Generated code, hosts and terminals print this name, and some of them cannot print an empty or very long name, or control characters. Validators do not treat `__proto__` as a property.",
    fix: "Use from 1 to 128 visible characters.",
    wrong: tool({ inputSchema: "{ __proto__: string }" }),
    right: tool({ inputSchema: "{ prototype: string }" }),
  },
  "repeated-property": {
    means: "The property is there twice, once as required and once as optional.",
    fix: "Remove one of them.",
    wrong: tool({ inputSchema: "{ noteId: string, noteId?: string }" }),
    right: tool({ inputSchema: "{ noteId?: string }" }),
  },
  "optional-mark": {
    means:
      "In the long form, JSON Schema, a question mark would be part of the name. There, `required` lists the required properties.",
    fix: "Remove the question mark; do not list the property under `required`.",
    wrong: noteExample("{ type: object, properties: { 'title?': string } }"),
    right: noteExample("{ type: object, properties: { title: string } }"),
  },
  "unknown-property": {
    means: "The object is closed and has no such property, so no value can fit.",
    fix: "Correct the name, or add the property.",
    wrong: noteExample("{ type: object, properties: { title: string }, required: [titel] }"),
    right: noteExample("{ type: object, properties: { title: string }, required: [title] }"),
  },
  "undescribed-property": {
    means:
      "`required` lists a name that `properties` does not have. The property is then required, and its value is not checked.",
    fix: "Describe the property under `properties`, or remove the name from `required`.",
    wrong: noteExample("{ type: object, properties: { title: string }, required: [author] }"),
    right: noteExample("{ type: object, properties: { title: string, author: string }, required: [author] }"),
  },
  "undescribed-object": {
    means:
      "In JSON Schema, an object without `properties` accepts any content. That is rarely what is meant.",
    fix: "Add `properties`, or say `additionalProperties: true` if it may hold anything.",
    wrong: noteExample("{ type: object }"),
    right: noteExample("{ type: object, additionalProperties: true }"),
  },
  "null-default": {
    means:
      "A default is filled in where the value is missing, and null does not fit here, so that every call without the value would fail. In generated schemas `default: null` mostly says that there is no default, so it is left out.",
    fix: "Remove the default, or allow null: `type: [string, 'null']`.",
    wrong: noteExample("{ type: string, default: null }"),
    right: noteExample("{ type: string }"),
  },
  "too-deep": {
    means:
      "The type is nested more than 24 levels deep, or leads through more than 16 named types. Nobody can review that, and validators need memory for each level.",
    fix: "Name the inner parts under `types`, or make the type flatter.",
    wrong: tool({ inputSchema: deepExample(30) }),
    right: tool({ inputSchema: deepExample(3) }),
  },
  "not-an-object": {
    means: "Arguments and previews are JSON objects over the wire; this type is not an object.",
    fix: "Give the value a name: `inputSchema: { text: string }`.",
    wrong: tool({ inputSchema: "string" }),
    right: tool({ inputSchema: "{ text: string }" }),
  },
  "reserved-property": {
    means: "The tool has a dry run, and a dry run gives this name a meaning.",
    fix: "Use another name. `dryRun:` of the tool already adds the argument `dryRun`.",
    wrong: tool({
      inputSchema: "{ noteId: string, dryRun?: boolean }",
      dryRun: "{ mode: supported, preview: { length: integer } }",
    }),
    right: tool({
      inputSchema: "{ noteId: string, brief?: boolean }",
      dryRun: "{ mode: supported, preview: { length: integer } }",
    }),
  },
};
