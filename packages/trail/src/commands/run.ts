import { parseArgs } from "node:util";
import { escapeText } from "@proviso/manifest";
import {
  printHelp,
  type HelpArgument,
  type HelpPage,
  exitCodes,
  exitCodesWith,
  UsageError,
  type ExitCode,
} from "@proviso/terminal";
import type { AuditCommand, AuditHost } from "./command.ts";
import { evidence } from "./evidence.ts";
import { exportTrail } from "./export.ts";
import { head } from "./head.ts";
import { prune } from "./prune.ts";
import { readTrail } from "./open-trail.ts";
import { show } from "./show.ts";
import { tail } from "./tail.ts";
import { verify } from "./verify.ts";

/** All audit commands, in the order in which help lists them. */
const auditCommands: readonly AuditCommand[] = [verify, head, tail, show, evidence, exportTrail, prune];

const trailSources = "a JSON lines file, a SQLite file, or a postgresql:// URL.";

const sourceArgument: HelpArgument = {
  type: "positional",
  description: "A JSON lines file, a SQLite file, or a postgresql:// URL.",
};

/** Runs `proviso audit` with one command line. Never throws: every result has an exit code. */
export async function run(argv: readonly string[], auditHost: AuditHost): Promise<ExitCode> {
  try {
    return await dispatchAudit(argv, auditHost);
  } catch (error) {
    return explainAuditError(error, auditHost);
  }
}

async function dispatchAudit([name, ...rest]: readonly string[], auditHost: AuditHost): Promise<ExitCode> {
  const auditCommand = auditCommands.find((one) => one.name === name);
  if (auditCommand && !rest.some(isHelp)) return callCommand(auditCommand, rest, auditHost);
  if (!auditCommand && name !== undefined && !isHelp(name))
    throw new UsageError(`there is no command \`${escapeText(name)}\``);
  await auditHost.out(printHelp(auditCommand ? auditCommandHelp(auditCommand) : auditPage, auditHost));
  return name === undefined ? exitCodes.usage : exitCodes.clean;
}

async function callCommand(
  auditCommand: AuditCommand,
  rest: readonly string[],
  auditHost: AuditHost,
): Promise<ExitCode> {
  const { values, positionals } = parseAuditArguments(auditCommand, rest);
  const [source, ...more] = positionals;
  if (source === undefined) throw new UsageError(`\`${auditCommand.name}\` needs a source: ${trailSources}`);
  if (more.length !== Object.keys(auditCommand.positionals).length)
    throw new UsageError(`write ${auditUsage(auditCommand)}`);
  return auditCommand.run({ source, read: (use) => readTrail(source, use), rest: more, values }, auditHost);
}

function parseAuditArguments(
  { options }: AuditCommand,
  rest: readonly string[],
): ReturnType<typeof parseArgs> {
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? escapeText(error.message) : "the options cannot be read");
  }
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

function auditUsage({ name, positionals }: AuditCommand): string {
  return ["proviso audit", name, "SOURCE", ...Object.keys(positionals)].join(" ");
}

function auditCommandHelp({ name, summary, positionals, options, help }: AuditCommand): HelpPage {
  const places = Object.entries(positionals).map(
    ([place, description]) => [place.toLowerCase(), { type: "positional", description }] as const,
  );
  const described = Object.entries(help).map(([option, text]) => {
    const { type, short } = options[option] ?? {};
    const [valueHint, description] =
      type === "string" ? (text.split("  ", 2) as [string, string]) : ["", text];
    return [option, { type: type ?? "boolean", short, valueHint, description }] as const;
  });
  return {
    name: `proviso audit ${name}`,
    summary,
    args: { source: sourceArgument, ...Object.fromEntries([...places, ...described]) },
    exitCodes: exitCodesWith("broken"),
  };
}

const auditPage: HelpPage = {
  name: "proviso audit",
  summary: "Reads the audit trail of a server. Only `prune --yes` changes it.",
  commands: auditCommands,
  notes: [`Each command takes a SOURCE: ${trailSources}`],
  examples: ["proviso audit verify state/proviso.sqlite", "proviso audit tail state/proviso.sqlite --follow"],
  exitCodes: exitCodesWith("broken"),
};

function explainAuditError(error: unknown, auditHost: AuditHost): ExitCode {
  if (error instanceof UsageError) {
    auditHost.err(
      `proviso audit: ${error.message}\nproviso audit --help lists the commands, proviso audit COMMAND --help their options`,
    );
    return exitCodes.usage;
  }
  auditHost.err(`proviso audit: ${error instanceof Error ? escapeText(error.message) : "unknown error"}`);
  return exitCodes.internal;
}
