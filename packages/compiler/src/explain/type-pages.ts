import type { TypeProblems } from "../types/problems.ts";
import { type Pages, tool } from "./page.ts";

/** A tool whose argument `note` is of this type. */
function note(type: string, header = ""): ReturnType<typeof tool> {
  return tool({ inputSchema: `{ note: ${type} }` }, { header });
}

const deep = (levels: number): string => `${"{ part: ".repeat(levels)}string${" }".repeat(levels)}`;

export const typePages: Pages<keyof TypeProblems> = {
  syntax: {
    means: "This is no type expression: something is missing or left over at the marked place.",
    fix: "An expression is a name, quoted text, `T[]`, `a | b`, or one of these in parentheses. A question mark for optional belongs to the key.",
    wrong: note("string |"),
    right: note("string | integer"),
  },
  "not-a-type": {
    means: "A type is text or a map; a number, a list or nothing at all says no type.",
    fix: 'Write a list as `"string[]"`, a fixed value as `{ const: 7 }`.',
    wrong: note("[string]"),
    right: note('"string[]"'),
  },
  "unknown-type": {
    means:
      "There is no built-in type and no named type of this name. A lone word is never taken for a literal, since a misspelt type would then accept only its own name.",
    fix: "Correct the name, declare it under `types`, or quote it twice if the text itself is the only value.",
    wrong: note("strng"),
    right: note("string"),
  },
  "unquoted-literal": {
    means:
      "In a union with a type in it, a word that is no type could be a misspelt type or a literal. It is not guessed.",
    fix: "Quote the word if it is text, and the whole expression with it, or correct the name of the type.",
    wrong: note("integer | all"),
    right: note("'integer | \"all\"'"),
  },
  "repeated-member": {
    means: "The union, or the `enum`, has the same member twice.",
    fix: "Remove one of them.",
    wrong: note("short | long | short"),
    right: note("short | long"),
  },
  "missing-type": {
    means:
      "A map is JSON Schema if it has `type`, or another keyword that decides; otherwise its keys are properties, and their values types. This one has neither, and yet a keyword: with a value that is no type, or where it could as well describe the value, such as `{ description: string }` for the items of a list.",
    fix: "Add `type`, or correct it if it is misspelt. For a property that has the name of a keyword, write the long form, with `properties`; for any value, `type: any`.",
    wrong: note("{ maxLength: 80, description: Its first line. }"),
    right: note("{ type: string, maxLength: 80, description: Its first line. }"),
  },
  "empty-map": {
    means:
      "Inside JSON Schema `{}` stands for any value; among the properties of a contract's short form it could as well be an object without properties. Neither is guessed there, except where only an object can stand: as `inputSchema`, `outputSchema` or `preview`.",
    fix: "Write `any` for any value, `{ type: object, additionalProperties: true }` for any object, and `{ type: object, properties: {} }` for one without properties.",
    wrong: note("{}"),
    right: note("any"),
  },
  "stray-key": {
    means:
      "A map with a keyword such as `type` or `enum` is JSON Schema, and this key is no keyword. It looks like one that is misspelt, or its value like a type: then the map was meant as properties, one of which has the name of a keyword.",
    fix: "Correct the keyword; for a property called `type` write the long form, with `properties`.",
    wrong: note("{ type: string, maxLenght: 80 }"),
    right: note("{ type: string, maxLength: 80 }"),
  },
  "unknown-keyword": {
    means:
      "This key is no keyword of JSON Schema, so nothing checks what it says, and it is left out of the contract. Keys that begin with `x-` are left out without a word.",
    fix: "Remove the key, or say the same with keywords that are checked.",
    wrong: note("{ type: string, placeholder: [Call back] }"),
    right: note("{ type: string, examples: [Call back] }"),
  },
  "pointless-keyword": {
    means:
      "A keyword of JSON Schema that does not belong to the type is ignored by every validator: a bound that is written and never checked.",
    fix: "Remove the keyword, correct `type`, or move the keyword into `items`.",
    wrong: note("{ type: integer, maxLength: 3 }"),
    right: note("{ type: integer, maximum: 999 }"),
  },
  "empty-range": {
    means:
      "The upper bound is below the lower one, or no value is between the two, so that no call can be right.",
    fix: "Correct one of the two.",
    wrong: note("{ type: integer, minimum: 100, maximum: 1 }"),
    right: note("{ type: integer, minimum: 1, maximum: 100 }"),
  },
  "unfit-value": {
    means:
      "A default, an example or an allowed value does not fit its schema. Whoever reads the schema, a model above all, would be told to send what is refused.",
    fix: "Correct the value, or the schema around it.",
    wrong: note("{ type: integer, maximum: 100, default: 200 }"),
    right: note("{ type: integer, maximum: 100, default: 20 }"),
  },
  "unsupported-keyword": {
    means:
      "This keyword would let a schema mean something that is not written in it, or have another meaning than JSON Schema 2020-12.",
    fix: "Do what the hint says.",
    wrong: note("{ type: string, $anchor: note }"),
    right: note("{ type: string }"),
  },
  "bad-keyword-value": {
    means: "The keyword takes another kind of value than this.",
    fix: "Write a value of the kind that the message names.",
    wrong: note("{ type: string, minLength: -1 }"),
    right: note("{ type: string, minLength: 1 }"),
  },
  "said-twice": {
    means:
      "The type expression in `type` stands for several keywords, and one of them is written beside it as well.",
    fix: "Remove the keyword, or write the plain JSON type.",
    wrong: note("{ type: email, format: uri }"),
    right: note("{ type: string, format: uri }"),
  },
  "unknown-format": {
    means:
      "The runtime does not know this format, so it lets everything pass. The schema keeps it as a remark for readers.",
    fix: "Correct the name if it is misspelt. If values have to be checked, use `pattern`.",
    wrong: note("{ type: string, format: emial }"),
    right: note("{ type: string, format: email }"),
  },
  "bad-pattern": {
    means: "The pattern is no regular expression of ECMAScript with the `u` flag, as JSON Schema asks for.",
    fix: "Correct the pattern. In single quotes YAML leaves backslashes alone.",
    wrong: note("{ type: string, pattern: '(a' }"),
    right: note("{ type: string, pattern: '(a)' }"),
  },
  "bad-reference": {
    means:
      "A reference names a type of the contracts. One that leads to another file or to the net could change what a tool accepts without any change of its contract.",
    fix: "Declare the type under `types` and refer to it as `name`, or as `domain.name` from another file.",
    wrong: note("{ $ref: 'https://example.com/note.json' }", "types: { noteId: string }\n"),
    right: note("{ $ref: noteId }", "types: { noteId: string }\n"),
  },
  "bad-property-name": {
    means:
      "Generated code, hosts and terminals all have to print this name. One that is empty or very long, or that has control characters, some of them could not; and `__proto__` is no property to a validator.",
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
      "In the long form, JSON Schema, a question mark would be part of the name. There `required` says what has to be given.",
    fix: "Remove the question mark; do not list the property under `required`.",
    wrong: note("{ type: object, properties: { 'title?': string } }"),
    right: note("{ type: object, properties: { title: string } }"),
  },
  "unknown-property": {
    means: "The object is closed and has no such property, so what `required` asks for could never be given.",
    fix: "Correct the name, or add the property.",
    wrong: note("{ type: object, properties: { title: string }, required: [titel] }"),
    right: note("{ type: object, properties: { title: string }, required: [title] }"),
  },
  "undescribed-property": {
    means:
      "`required` lists a name that `properties` does not have. The argument has to be given then, and no value of it is checked.",
    fix: "Describe the property under `properties`, or remove the name from `required`.",
    wrong: note("{ type: object, properties: { title: string }, required: [author] }"),
    right: note("{ type: object, properties: { title: string, author: string }, required: [author] }"),
  },
  "undescribed-object": {
    means:
      "In JSON Schema an object without `properties` may hold anything. That is rarely what is meant, and nothing in it is checked.",
    fix: "Add `properties`, or say `additionalProperties: true` if it may hold anything.",
    wrong: note("{ type: object }"),
    right: note("{ type: object, additionalProperties: true }"),
  },
  "null-default": {
    means:
      "A default is filled in where the value is missing, and null does not fit here, so that every call without the value would fail. In generated schemas `default: null` mostly says that there is no default, so it is left out.",
    fix: "Remove the default, or allow null: `type: [string, 'null']`.",
    wrong: note("{ type: string, default: null }"),
    right: note("{ type: string }"),
  },
  "too-deep": {
    means:
      "The type is nested more than 24 levels deep, or leads through more than 16 named types. Nobody can review that, and validators need memory for each level.",
    fix: "Name the inner parts under `types`, or make the type flatter.",
    wrong: tool({ inputSchema: deep(30) }),
    right: tool({ inputSchema: deep(3) }),
  },
  "not-an-object": {
    means: "Arguments and previews are JSON objects over the wire; this type is something else.",
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
