import type { DecodeProblems } from "../decode/problems.ts";
import { type Pages, tool } from "./page.ts";

export const decodePages: Pages<keyof DecodeProblems> = {
  "unknown-key": {
    means:
      "There is no field of this name here. Unknown fields are never ignored: with a misspelt `confirmation`, the tool would run unconfirmed.",
    fix: "Correct the name; LANGUAGE.md lists every field. Put data for your own programs under `metadata`.",
    wrong: tool({ categry: "writing", category: null }),
    right: tool({ category: "writing" }),
  },
  "missing-field": {
    means: "This field is required and has no default.",
    fix: "Add the field. An empty list is allowed: `sideEffects: []` says that nothing changes.",
    wrong: tool({ sideEffects: null }),
    right: tool({ sideEffects: "[]" }),
  },
  "wrong-type": {
    means:
      "The value is of another kind than the field takes: text where a list belongs, `yes` where `true` does.",
    fix: "Write a value of the kind that the message names. In YAML 1.2 only `true` and `false` are booleans.",
    wrong: tool({ agency: "no" }),
    right: tool({ agency: "false" }),
  },
  "unknown-value": {
    means: "The field takes one of a few words, and this is none of them.",
    fix: "Write one of the words that the message lists.",
    wrong: tool({ riskLevel: "lo" }),
    right: tool({ riskLevel: "low" }),
  },
  "bad-name": {
    means:
      "The name does not have the form required for its kind. Names become identifiers, file names and names over the wire, so each kind has one form.",
    fix: "Domains, tools and failure modes are in snake case (`send_external`), types in camel case (`fileId`), permissions have colons (`notes:read`).",
    wrong: tool({}, { verb: "readNote" }),
    right: tool({}, { verb: "read_note" }),
  },
  "bad-text": {
    means:
      "The text is empty, or does not have the form that the field requires: a duration without a unit, an event without a dot.",
    fix: "Write the text in the form that the message shows.",
    wrong: tool({ timeout: "30" }),
    right: tool({ timeout: "30s" }),
  },
  "bad-number": {
    means: "The number is outside the range that the field takes, or is not an integer.",
    fix: "Write a number in the range that the message names.",
    wrong: tool({ rateLimit: "{ limit: 0, per: hour }" }),
    right: tool({ rateLimit: "{ limit: 20, per: hour }" }),
  },
  "one-of": {
    means: "Several keys exclude one another here, and the map holds none of them or more than one.",
    fix: "Keep exactly one of the keys that the message names. Two effects are two entries of the list.",
    wrong: tool({ riskLevel: "high", confirmation: '{ always: true, when: "true" }' }),
    right: tool({ riskLevel: "high", confirmation: "{ always: true }" }),
  },
  "repeated-entry": {
    means: "The list names the same thing twice. One of the two was probably meant to be something else.",
    fix: "Remove the entry, or name what was meant.",
    wrong: tool({ execution: "{ requirements: [vpn, vpn] }" }),
    right: tool({ execution: "{ requirements: [vpn] }" }),
  },
};
