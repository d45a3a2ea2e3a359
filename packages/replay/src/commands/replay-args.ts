import { flag, takes, type HelpArgument } from "@proviso/terminal";
import { verdicts } from "../fold/verdict.ts";

const others: readonly string[] = Object.keys(verdicts).filter((kind) => kind !== "same");

export const replayArgs: Readonly<Record<string, HelpArgument>> = {
  trail: takes("source", "The audit trail: a JSON lines file, a SQLite file, or a postgresql:// URL."),
  contracts: takes("folder", "The contracts to judge by: *.yaml in this folder, or in its folder contracts."),
  was: takes("folder", "The contracts that were enforced. Fewer calls are then undecidable."),
  since: takes(
    "time",
    "Report only calls of this time (ISO 8601) or later; earlier ones still count for limits.",
  ),
  tool: takes("name", "Only calls of this tool. May be repeated.", { multiple: true }),
  env: takes("name", "`env.name` in conditions; by default live."),
  "fail-on": takes(
    "verdict",
    `Exit with 1 if a call has this verdict: ${others.join(", ")}. May be repeated.`,
    { multiple: true },
  ),
  unverified: flag("Also judge a trail that cannot be verified, such as a part that was exported."),
  format: {
    type: "enum",
    options: ["text", "json", "markdown"],
    description: "text, json or markdown, for a comment. No format shows arguments of calls.",
  },
  json: flag("The same as --format json."),
};
