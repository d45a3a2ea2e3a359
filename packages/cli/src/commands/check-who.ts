import { type ExitCode, UsageError, exitCodes, paints, printTable, wrapText } from "@proviso/terminal";
import { findProject } from "../disk/find-project.ts";
import { readContractsHere } from "../project/contracts-here.ts";
import { whoIsAsked, type AskedTool, type WhoIsAsked } from "../project/who-is-asked.ts";
import { countOf } from "../terminal/count.ts";
import { printInstead } from "./print-instead.ts";
import type { CliHost } from "../terminal/host.ts";
import type { Options } from "./command.ts";

/** `check --who`: prints who is asked where, instead of findings. */
export async function checkWho(options: Options, host: CliHost): Promise<ExitCode> {
  const other = (["fix", "advice", "watch"] as const).find((name) => options[name]);
  if (other)
    throw new UsageError(`\`--who\` prints a table instead of findings; use it without \`--${other}\``);
  const place = await findProject(host.cwd, options.config);
  const { here, diagnostics, texts } = await readContractsHere(place);
  if (!here) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    return printInstead({ diagnostics: errors, texts }, host, options.json, {
      root: place.root,
      command: "check",
    });
  }
  const who = whoIsAsked(here.manifest);
  if (options.json) host.out(JSON.stringify(who, null, 2));
  else printWho(who, host);
  return exitCodes.clean;
}

const askedWords: Readonly<Record<AskedTool["server"], string>> = {
  always: "always",
  sometimes: "some calls",
  never: "never",
};

function printWho({ tools, forbidden }: WhoIsAsked, host: CliHost): void {
  const { bold, dim, red, yellow } = paints(host.color);
  const paint: Readonly<Record<string, (text: string) => string>> = {
    critical: red,
    high: yellow,
    never: dim,
  };
  const rows = tools.map((each) => [
    each.tool,
    each.riskLevel,
    askedWords[each.server],
    guardCell(each, "test"),
    guardCell(each, "live"),
  ]);
  if (rows.length > 0)
    host.out(
      printTable(["tool", "risk", "server", "guard, test", "guard, live"], rows, {
        width: host.columns,
        paintTitle: bold,
        paintCell: (text) => paint[text]?.(text) ?? text,
      }),
    );
  const notes = [
    ...tools.flatMap(describeConditions),
    "",
    `Who asks a person before a call, for ${countOf(tools.length, "tool")}. server: the server asks, with any client. guard: the server or the guard asks, with Proviso's client and its default policy. phrase: always, and the person types a phrase.`,
    ...(forbidden.length > 0
      ? [`Not in the table, because no agent can call them: ${forbidden.join(", ")}.`]
      : []),
  ];
  host.out(["", ...notes.flatMap((note) => wrapText(note, host.columns ?? Infinity))].join("\n"));
}

function guardCell({ guard, phrase }: AskedTool, env: "test" | "live"): string {
  return phrase && guard[env] === "always" ? "phrase" : askedWords[guard[env]];
}

/** A line for a tool whose row does not say everything. */
function describeConditions({
  tool,
  when,
  refined = [],
  approver,
  approverMay,
}: AskedTool): readonly string[] {
  const parts = [
    ...(when === undefined ? [] : [`the server asks when ${when}`]),
    ...refined.map(
      (variant) =>
        `when ${variant.when}: server ${askedWords[variant.server]}, guard in live ${askedWords[variant.live]}`,
    ),
    ...(approver === undefined ? [] : [`approved ${approver}`]),
    ...(approverMay === undefined ? [] : [`in the inbox an approver may ${approverMay}`]),
  ];
  return parts.length === 0 ? [] : [`${tool}: ${parts.join("; ")}`];
}
