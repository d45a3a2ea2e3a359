import { flag, type HelpArgument, takes } from "@proviso/terminal";
import { inboxLevels } from "../approvals/inbox-levels.ts";
import { outputRules } from "../tools/enforced-contract.ts";
import { unlistedRules } from "../tools/unlisted-rule.ts";

/** The options of `proviso gateway`, with their help. */
export const gatewayArgs: Readonly<Record<string, HelpArgument>> = {
  upstream: takes("name", "The server of this name below `gateway:` in proviso.yaml, with its options."),
  config: takes(
    "file",
    "With --upstream: the file that names it; by default the proviso.yaml of this folder.",
  ),
  url: takes("url", "The upstream at this address, by Streamable HTTP."),
  contracts: takes("folder", "The contracts of the upstream's tools; without them, no tool has one."),
  shadow: takes(
    "folder",
    "Contracts that judge each call too, without a vote; differences are written to shadow.jsonl in the data folder.",
  ),
  unlisted: oneOf(
    unlistedRules,
    "What is done with a tool without a contract: ask before each call, hide it, or refuse.",
  ),
  trust: oneOf(["hints"], "Run tools without a contract unasked that their server calls reads."),
  outputs: oneOf(
    outputRules,
    "Refuse a result that does not fit its contract, pass it on with a warning, or pass all on unchecked.",
  ),
  meets: takes("text", "An entry of `execution.requirements` that is met; may be given several times.", {
    multiple: true,
  }),
  toolset: takes(
    "terms",
    "Serve only these tools: domain:NAME, risk:LEVEL (at most), permission:NAME or names, after commas; given again, it narrows.",
    { multiple: true },
  ),
  discovery: oneOf(
    ["search"],
    "List three tools, with which a model searches, describes and calls all others.",
  ),
  "first-tools": takes("terms", "Tools that are listed beside the three; turns --discovery on."),
  name: takes("word", "A word for the upstream, in approvals and the trail."),
  data: takes(
    "folder",
    "The folder for trail, approvals and pins; by default one of its own in your home folder.",
  ),
  "env-file": takes("file", "More variables for the upstream's process, as NAME=value lines."),
  "headers-file": takes("file", "Headers for the upstream's address, as Name: value lines."),
  listen: takes("port", "Serve hosts by Streamable HTTP on this port of loopback, instead of stdio."),
  "inbox-port": takes("port", "The port of the inbox on loopback; by default a free one."),
  "inbox-from": oneOf(
    inboxLevels,
    "From this risk level up only the inbox approves; below it, a host that can show a question asks its own user.",
  ),
  "no-inbox": flag("Open no inbox: only a host that can show a question can approve."),
  ledger: flag("Print which promises of each contract hold here; serve nothing."),
  json: flag("With --ledger: print one JSON object for machines."),
};

/** The first choice is the default, where there are several. */
function oneOf(options: readonly string[], description: string): HelpArgument {
  const fallback = options.length > 1 ? ` Defaults to ${options[0]}.` : "";
  return { type: "string", valueHint: "rule", options, description: description + fallback };
}
