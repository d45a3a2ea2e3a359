import { stripVTControlCharacters } from "node:util";
import { defineCommand, runCommand, renderUsage } from "citty";
import { openBackoffice } from "./open-backoffice.ts";
import { printAudit } from "./print-audit.ts";
import { printDunning } from "./print-dunning.ts";
import { principalNames, seededPrincipal } from "./principals.ts";
import { serve } from "./serve.ts";
import { openTokens } from "./tokens.ts";

const names = principalNames.join(", ");

const command = defineCommand({
  meta: {
    name: "backoffice-server",
    description:
      "The sample backoffice as an MCP server. `backoffice-server audit` verifies and prints its audit trail; `backoffice-server nightly` does what a program may do alone about customers who are late.",
  },
  args: {
    action: {
      type: "positional",
      required: false,
      description: "serve (the default), audit or nightly",
      default: "serve",
    },
    stdio: { type: "boolean", description: "Serve standard input and output. The default." },
    http: {
      type: "string",
      valueHint: "PORT",
      description: "Serve Streamable HTTP on this port of 127.0.0.1; 0 takes a free one.",
    },
    data: {
      type: "string",
      valueHint: "DIR",
      default: ".data",
      description: "Folder of the database, the audit trail and the outbox.",
    },
    as: {
      type: "string",
      valueHint: "NAME",
      default: "mia",
      description: `On whose behalf stdio calls are made: ${names}.`,
    },
    "dev-token": {
      type: "string",
      valueHint: "NAME",
      description: `Print a bearer token for HTTP, valid for an hour: ${names}.`,
    },
    json: { type: "boolean", description: "audit, nightly: print JSON." },
  },
  run: ({ args }) => runAction(args),
});

interface Arguments {
  readonly action: string;
  readonly stdio?: boolean | undefined;
  readonly http?: string | undefined;
  readonly data: string;
  readonly as: string;
  readonly "dev-token"?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Returns the exit code: 0 fine, 1 the audit trail is broken or the night's work was stopped, 2 the command line is wrong. */
async function runAction(args: Arguments): Promise<number> {
  if (args.action === "audit") return await printAudit(args.data, args.json ?? false);
  if (args.action === "nightly") return await printDunning(args.data, args.json ?? false);
  if (args.action !== "serve")
    return refuse(`there is no action \`${args.action}\`; write serve, audit or nightly`);
  if (args.stdio && args.http !== undefined) return refuse("choose one of --stdio and --http");
  if (args["dev-token"] !== undefined) return await printToken(args["dev-token"], args.data);
  const principal = seededPrincipal(args.as, new Date());
  if (!principal) return refuse(`there is nobody called \`${args.as}\`; choose one of ${names}`);
  const port = args.http === undefined ? undefined : Number(args.http);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    return refuse(`\`${String(args.http)}\` is no port; write a number from 0 to 65535`);
  }
  const backoffice = await openBackoffice(args.data, process.env["SMTP_URL"]);
  await serve(backoffice, { principal, port, tokens: await openTokens(args.data) });
  return 0;
}

async function printToken(name: string, dataFolder: string): Promise<number> {
  const principal = seededPrincipal(name, new Date());
  if (!principal) return refuse(`there is nobody called \`${name}\`; choose one of ${names}`);
  const tokens = await openTokens(dataFolder);
  console.log(await tokens.issue(principal));
  return 0;
}

function refuse(message: string): number {
  console.error(`backoffice-server: ${message}\nbackoffice-server --help lists the options`);
  return 2;
}

export async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes("--help") || argv.includes("-h")) {
    const usage = await renderUsage(command);
    console.log(process.stdout.isTTY ? usage : stripVTControlCharacters(usage));
    return;
  }
  const unknown = unknownOption(argv);
  if (unknown !== undefined) {
    process.exitCode = refuse(`there is no option \`${unknown}\``);
    return;
  }
  try {
    const { result } = await runCommand(command, { rawArgs: [...argv] });
    process.exitCode = typeof result === "number" ? result : 0;
  } catch (error) {
    // A data folder that cannot be read, an audit trail that does not fit its head: not for a stack trace.
    console.error(`backoffice-server: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** citty takes any option; a misspelt `--data` must not open the wrong folder. */
function unknownOption(argv: readonly string[]): string | undefined {
  const known = Object.keys(command.args ?? {});
  return argv.find((word) => {
    const option = /^--?([^=]*)/.exec(word)?.[1];
    return option !== undefined && !known.includes(option);
  });
}
