import { parseArgs } from "node:util";
import { escapeText } from "@proviso/manifest";
import type { AuditCommand, AuditHost } from "./command.ts";
import { exitCodes, UsageError, type ExitCode } from "../terminal/exit-codes.ts";
import { exportTrail } from "./export.ts";
import { head } from "./head.ts";
import { readTrail } from "../trail/open-trail.ts";
import { show } from "./show.ts";
import { tail } from "./tail.ts";
import { verify } from "./verify.ts";

/** All commands, in the order in which help lists them. */
const auditCommands: readonly AuditCommand[] = [verify, head, tail, show, exportTrail];

const trailSources = "SOURCE is a JSON lines file, a SQLite file, or a postgresql:// URL.";

/** Runs one command line. Never throws: every result has an exit code. */
export async function run(argv: readonly string[], host: AuditHost): Promise<ExitCode> {
  try {
    return await dispatchAudit(argv, host);
  } catch (error) {
    return explainAuditError(error, host);
  }
}

async function dispatchAudit([name, ...rest]: readonly string[], host: AuditHost): Promise<ExitCode> {
  const command = auditCommands.find((one) => one.name === name);
  if (command && !rest.some(isHelp)) return callCommand(command, rest, host);
  if (!command && name !== undefined && !isHelp(name))
    throw new UsageError(`there is no command \`${escapeText(name)}\``);
  await host.out(command ? auditCommandHelp(command) : auditHelp());
  return name === undefined ? exitCodes.usage : exitCodes.clean;
}

async function callCommand(
  command: AuditCommand,
  rest: readonly string[],
  host: AuditHost,
): Promise<ExitCode> {
  const { values, positionals } = parseAuditArguments(command, rest);
  const [source, ...more] = positionals;
  if (source === undefined) throw new UsageError(`\`${command.name}\` needs a source. ${trailSources}`);
  if (more.length !== command.positionals.length) throw new UsageError(`write ${auditUsage(command)}`);
  return command.run({ source, read: (use) => readTrail(source, use), rest: more, values }, host);
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

function auditCommandHelp(command: AuditCommand): string {
  const options = Object.entries(command.help).flatMap(([name, help]) => {
    const { short, type } = command.options[name] ?? {};
    const [value, text] = type === "string" ? (help.split("  ", 2) as [string, string]) : ["", help];
    return [`  ${short === undefined ? "" : `-${short}, `}--${name} ${value}`.trimEnd(), `      ${text}`];
  });
  return [auditUsage(command), "", command.summary, trailSources, "", ...options, "", auditExitCodes()].join(
    "\n",
  );
}

function auditHelp(): string {
  const list = auditCommands.flatMap((command) => [`  ${auditUsage(command)}`, `      ${command.summary}`]);
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

function explainAuditError(error: unknown, host: AuditHost): ExitCode {
  if (error instanceof UsageError) {
    host.err(
      `proviso audit: ${error.message}\nproviso audit --help lists the commands, proviso audit COMMAND --help their options`,
    );
    return exitCodes.usage;
  }
  host.err(`proviso audit: ${error instanceof Error ? escapeText(error.message) : "unknown error"}`);
  return exitCodes.internal;
}
