import type { HelpArgument } from "@proviso/terminal";
import { verdicts } from "../fold/verdict.ts";

const others: readonly string[] = Object.keys(verdicts).filter((kind) => kind !== "same");

export const replayArgs: Readonly<Record<string, HelpArgument>> = {
  trail: {
    type: "string",
    valueHint: "source",
    description: "The audit trail: a JSON lines file, a SQLite file, or a postgresql:// URL.",
  },
  contracts: {
    type: "string",
    valueHint: "folder",
    description: "The contracts to judge by: *.yaml in this folder, or in its folder contracts.",
  },
  was: {
    type: "string",
    valueHint: "folder",
    description: "The contracts that were enforced. Fewer calls are then undecidable.",
  },
  since: {
    type: "string",
    valueHint: "time",
    description: "Report only calls of this time (ISO 8601) or later; earlier ones still count for limits.",
  },
  tool: {
    type: "string",
    multiple: true,
    valueHint: "name",
    description: "Only calls of this tool. May be repeated.",
  },
  env: {
    type: "string",
    valueHint: "name",
    description: "`env.name` in conditions; by default live.",
  },
  "fail-on": {
    type: "string",
    multiple: true,
    valueHint: "verdict",
    description: `Exit with 1 if a call has this verdict: ${others.join(", ")}. May be repeated.`,
  },
  unverified: {
    type: "boolean",
    description: "Also judge a trail that cannot be verified, such as a part that was exported.",
  },
  format: {
    type: "enum",
    options: ["text", "json", "markdown"],
    valueHint: "format",
    description: "text, json or markdown, for a comment. No format shows arguments of calls.",
  },
  json: { type: "boolean", description: "The same as --format json." },
};
