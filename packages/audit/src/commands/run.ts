import { parseArgs } from "node:util";
import { escapeText } from "@proviso/manifest";
import type { AuditCommand, AuditHost } from "./command.ts";
import { exitCodes, UsageError, type ExitCode } from "./exit-codes.ts";
import { exportTrail } from "./export.ts";
import { head } from "./head.ts";
import { readTrail } from "./open-trail.ts";
import { show } from "./show.ts";
import { tail } from "./tail.ts";
import { verify } from "./verify.ts";

/** All audit commands, in the order in which help lists them. */
const auditCommands: readonly AuditCommand[] = [verify, head, tail, show, exportTrail];

const trailSources = "SOURCE is a JSON lines file, a SQLite file, or a postgresql:// URL.";

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
  await auditHost.out(auditCommand ? auditCommandHelp(auditCommand) : auditHelp());
  return name === undefined ? exitCodes.usage : exitCodes.clean;
}

async function callCommand(
  auditCommand: AuditCommand,
  rest: readonly string[],
  auditHost: AuditHost,
): Promise<ExitCode> {
  const { values, positionals } = parseAuditArguments(auditCommand, rest);
  const [source, ...more] = positionals;
  if (source === undefined) throw new UsageError(`\`${auditCommand.name}\` needs a source. ${trailSources}`);
  if (more.length !== auditCommand.positionals.length)
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
  return ["proviso audit", name, "SOURCE", ...positionals].join(" ");
}

function auditCommandHelp(auditCommand: AuditCommand): string {
  const options = Object.entries(auditCommand.help).flatMap(([name, help]) => {
    const { short, type } = auditCommand.options[name] ?? {};
    const [value, text] = type === "string" ? (help.split("  ", 2) as [string, string]) : ["", help];
    return [`  ${short === undefined ? "" : `-${short}, `}--${name} ${value}`.trimEnd(), `      ${text}`];
  });
  return [
    auditUsage(auditCommand),
    "",
    auditCommand.summary,
    trailSources,
    "",
    ...options,
    "",
    auditExitCodes(),
  ].join("\n");
}

function auditHelp(): string {
  const list = auditCommands.flatMap((auditCommand) => [
    `  ${auditUsage(auditCommand)}`,
    `      ${auditCommand.summary}`,
  ]);
  return [
    "Reads the audit trail of a server, and changes nothing.",
    trailSources,
    "",
    ...list,
    "",
    auditExitCodes(),
  ].join("\n");
}

function auditExitCodes(): string {
  return `Exit codes: ${Object.entries(exitCodes)
    .map(([name, code]) => `${code} ${name}`)
    .join(", ")}.`;
}

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
