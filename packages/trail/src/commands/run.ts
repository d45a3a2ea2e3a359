import { type ExitCode, exitCodesWith, type Program, runProgram } from "@proviso/terminal";
import type { AuditCommand, AuditHost } from "./command.ts";
import { evidence } from "./evidence.ts";
import { exportTrail } from "./export.ts";
import { head } from "./head.ts";
import { prune } from "./prune.ts";
import { readTrail } from "./open-trail.ts";
import { show } from "./show.ts";
import { tail } from "./tail.ts";
import { verify } from "./verify.ts";

const sources = "a JSON lines file, a SQLite file, or a postgresql:// URL.";

const program: Program<AuditCommand, AuditHost> = {
  page: {
    name: "proviso audit",
    summary: "Reads the audit trail of a server. Only `prune --yes` changes it.",
    notes: [`Each command takes a SOURCE: ${sources}`],
    examples: [
      "proviso audit verify state/proviso.sqlite",
      "proviso audit tail state/proviso.sqlite --follow",
    ],
    exitCodes: exitCodesWith("broken"),
  },
  // In the order in which help lists them.
  commands: [verify, head, tail, show, evidence, exportTrail, prune],
  shared: { source: { type: "positional", description: `The trail: ${sources}` } },
  call: (command, { positionals: [source = "", ...rest], values }, host) =>
    command.run({ source, read: (use) => readTrail(source, use), rest, values }, host),
};

/** Runs `proviso audit` with one command line. Never throws: every result has an exit code. */
export function run(argv: readonly string[], auditHost: AuditHost): Promise<ExitCode> {
  return runProgram(program, argv, auditHost);
}
