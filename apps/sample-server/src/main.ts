import { jwt, type Authenticate, type Principal } from "@proviso/server";
import type { ExitCode, HelpArgument, HelpPage } from "@proviso/terminal";
import { exitCodes, flag, portOf, processStreams, readWords, runTask } from "@proviso/terminal";
import { takes, textOf, UsageError } from "@proviso/terminal";
import { openBackoffice } from "./program/open-backoffice.ts";
import { listenForInbox } from "./program/inbox-listener.ts";
import { printLink } from "./program/print-link.ts";
import { printDunning } from "./program/print-dunning.ts";
import { everyPermission, principalNames, seededPrincipal } from "./identity/principals.ts";
import { openTokens } from "./identity/tokens.ts";

const names = principalNames.join(", ");

const args: Readonly<Record<string, HelpArgument>> = {
  action: {
    type: "positional",
    required: false,
    description: "serve (the default) or nightly.",
    default: "serve",
  },
  stdio: flag("Serve standard input and output. The default."),
  http: takes("PORT", "Serve Streamable HTTP on this port of 127.0.0.1; 0 takes a free one."),
  data: {
    ...takes("DIR", "Folder of the database, the audit trail and the outbox."),
    default: ".data",
  },
  as: { ...takes("NAME", `On whose behalf stdio calls are made: ${names}.`), default: "mia" },
  "dev-token": takes("NAME", `Print a bearer token for HTTP, valid for an hour: ${names}.`),
  issuer: takes(
    "URL",
    "With --http: take the tokens of this OAuth issuer for http://127.0.0.1:PORT/mcp, whose scopes are permissions. Clients find the issuer by themselves.",
  ),
  inbox: takes(
    "PORT",
    "Let people approve calls in the browser, on this port of 127.0.0.1; at a terminal, prints links that sign them in. Critical tools are then approved there alone.",
  ),
  "dev-link": takes(
    "NAME",
    `With the port of a running --inbox: print a link that signs somebody in there once, within ten minutes: ${names}.`,
  ),
  toolset: takes("TERMS", "Serve only these tools, such as domain:orders,customers.get or risk:low."),
  search: flag("List three tools, with which a model finds and calls all others."),
  json: flag("nightly: print JSON."),
};

const help: HelpPage = {
  name: "backoffice-server",
  summary: "The sample backoffice as an MCP server.",
  args,
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
    "it cannot run": 3,
  },
};

async function runAction(words: readonly string[]): Promise<ExitCode> {
  const { positionals, values } = readWords(args, words);
  const [action = "serve"] = positionals;
  const text = (name: string): string | undefined => textOf(values[name]);
  const data = text("data") ?? ".data";
  const [token, link, toolset, issuer] = ["dev-token", "dev-link", "toolset", "issuer"].map(text);
  const [http, inboxPort] = ["http", "inbox"].map((name) => portOf(name, values[name]));
  if (action === "nightly") return await printDunning(data, values["json"] === true);
  if (action !== "serve") throw new UsageError(`there is no action \`${action}\`; write serve or nightly`);
  if (values["stdio"] && http !== undefined) throw new UsageError("choose one of --stdio and --http");
  if (token !== undefined) return await printToken(token, data);
  if (link !== undefined) {
    if (inboxPort === undefined)
      throw new UsageError("`--dev-link` needs `--inbox` with the port of the server that runs");
    return await printLink(principalNamed(link), data, inboxPort);
  }
  const stdio = principalNamed(text("as") ?? "mia");
  const authenticate = authenticator(data, issuer, http);
  const inbox = inboxPort === undefined ? undefined : await listenForInbox(inboxPort);
  const shorter = {
    ...(toolset !== undefined && { toolset }),
    ...(values["search"] === true && { discovery: "search" as const }),
  };
  const backoffice = await openBackoffice(data, process.env["SMTP_URL"], inbox?.url);
  const served = await backoffice.server.serve(
    http === undefined ? { stdio, serverInfo, ...shorter } : { http, authenticate, serverInfo, ...shorter },
  );
  // Standard output belongs to MCP.
  if ("url" in served) console.error(`backoffice-server: listening on ${served.url}`);
  if (backoffice.inbox) await inbox?.serve(backoffice.inbox);
  await served.closed;
  await inbox?.close();
  await backoffice.close();
  return exitCodes.clean;
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

async function printToken(name: string, dataFolder: string): Promise<ExitCode> {
  const principal = principalNamed(name);
  console.log(await openTokens(dataFolder).issue(principal));
  return exitCodes.clean;
}

export async function main(argv: readonly string[]): Promise<void> {
  process.exitCode = await runTask(help, argv, processStreams(), () => runAction(argv));
}
