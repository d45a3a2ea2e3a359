import { jwt, type Authenticate, type Principal } from "@proviso/server";
import { type HelpPage, UsageError } from "@proviso/terminal";
import { defineCommand, type ArgsDef } from "citty";
import { openBackoffice } from "./program/open-backoffice.ts";
import { listenForInbox } from "./program/inbox-listener.ts";
import { printLink } from "./program/print-link.ts";
import { printDunning } from "./program/print-dunning.ts";
import { everyPermission, principalNames, seededPrincipal } from "./identity/principals.ts";
import { readPort, runProgram } from "./program/run-program.ts";
import { openTokens } from "./identity/tokens.ts";

const names = principalNames.join(", ");

const programArgs = {
  action: {
    type: "positional",
    required: false,
    description: "serve (the default) or nightly.",
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
  issuer: {
    type: "string",
    valueHint: "URL",
    description:
      "With --http: take the tokens of this OAuth issuer for http://127.0.0.1:PORT/mcp, whose scopes are permissions. Clients find the issuer by themselves.",
  },
  inbox: {
    type: "string",
    valueHint: "PORT",
    description:
      "Let people approve calls in the browser, on this port of 127.0.0.1; at a terminal, prints links that sign them in. Critical tools are then approved there alone.",
  },
  "dev-link": {
    type: "string",
    valueHint: "NAME",
    description: `With the port of a running --inbox: print a link that signs somebody in there once, within ten minutes: ${names}.`,
  },
  toolset: {
    type: "string",
    valueHint: "TERMS",
    description: "Serve only these tools, such as domain:orders,customers.get or risk:low.",
  },
  search: {
    type: "boolean",
    description: "List three tools, with which a model finds and calls all others.",
  },
  json: { type: "boolean", description: "nightly: print JSON." },
} as const satisfies ArgsDef;

const command = defineCommand({ args: programArgs, run: ({ args }) => runAction(args) });

const help: HelpPage = {
  name: "backoffice-server",
  summary: "The sample backoffice as an MCP server.",
  args: programArgs,
  examples: [
    "backoffice-server --http 8080 --inbox 8123",
    "backoffice-server --dev-token noah",
    "backoffice-server nightly --json",
  ],
  notes: ["nightly does what a program may do alone about customers who are late."],
  exitCodes: {
    done: 0,
    "the job was stopped": 1,
    "the command line is wrong": 2,
  },
};

interface Arguments {
  readonly action: string;
  readonly stdio?: boolean | undefined;
  readonly http?: string | undefined;
  readonly data: string;
  readonly as: string;
  readonly "dev-token"?: string | undefined;
  readonly issuer?: string | undefined;
  readonly inbox?: string | undefined;
  readonly "dev-link"?: string | undefined;
  readonly toolset?: string | undefined;
  readonly search?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Returns the exit code: 0 fine, 1 the nightly job was stopped, 2 the command line is wrong. */
async function runAction(args: Arguments): Promise<number> {
  if (args.action === "nightly") return await printDunning(args.data, args.json ?? false);
  if (args.action !== "serve")
    throw new UsageError(`there is no action \`${args.action}\`; write serve or nightly`);
  if (args.stdio && args.http !== undefined) throw new UsageError("choose one of --stdio and --http");
  if (args["dev-token"] !== undefined) return await printToken(args["dev-token"], args.data);
  if (args["dev-link"] !== undefined) {
    if (args.inbox === undefined)
      throw new UsageError("`--dev-link` needs `--inbox` with the port of the server that runs");
    return await printLink(principalNamed(args["dev-link"]), args.data, readPort(args.inbox));
  }
  const stdio = principalNamed(args.as);
  const http = args.http === undefined ? undefined : readPort(args.http);
  const authenticate = authenticator(args.data, args.issuer, http);
  const inbox = args.inbox === undefined ? undefined : await listenForInbox(readPort(args.inbox));
  const { toolset, search } = args;
  const shorter = {
    ...(toolset !== undefined && { toolset }),
    ...(search && { discovery: "search" as const }),
  };
  const backoffice = await openBackoffice(args.data, process.env["SMTP_URL"], inbox?.url);
  const served = await backoffice.server.serve(
    http === undefined ? { stdio, serverInfo, ...shorter } : { http, authenticate, serverInfo, ...shorter },
  );
  // Standard output belongs to MCP.
  if ("url" in served) console.error(`backoffice-server: listening on ${served.url}`);
  if (backoffice.inbox) await inbox?.serve(backoffice.inbox);
  await served.closed;
  await inbox?.close();
  await backoffice.close();
  return 0;
}

const serverInfo = { name: "backoffice-server", title: "Nordlicht backoffice", version: "0.1.0" };

/** The tokens of an issuer, or else our own. */
function authenticator(
  dataFolder: string,
  issuer: string | undefined,
  port: number | undefined,
): Authenticate {
  if (issuer === undefined) return openTokens(dataFolder).authenticate;
  if (!port) throw new UsageError("`--issuer` needs `--http` with the port that clients know");
  return jwt({
    issuer,
    audience: `http://127.0.0.1:${port}/mcp`,
    scopes: everyPermission,
    permissions: "scope",
  });
}

function principalNamed(name: string): Principal {
  const principal = seededPrincipal(name, new Date());
  if (principal) return principal;
  throw new UsageError(`there is nobody called \`${name}\`; choose one of ${names}`);
}

async function printToken(name: string, dataFolder: string): Promise<number> {
  const principal = principalNamed(name);
  console.log(await openTokens(dataFolder).issue(principal));
  return 0;
}

export function main(argv: readonly string[]): Promise<void> {
  return runProgram(help, command, argv);
}
