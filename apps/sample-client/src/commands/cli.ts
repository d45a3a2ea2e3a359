import { type HelpPage, printHelp, UsageError } from "@proviso/terminal";
import { type ArgsDef, defineCommand, runCommand } from "citty";
import { hasColor } from "../view/paint.ts";
import { callCommand } from "./call.ts";
import { showCommand } from "./show.ts";
import { toolsCommand } from "./tools.ts";
import type { ConnectOptions } from "../session/connect.ts";
import { type ClientHost, type HostOptions, withClient } from "../session/session.ts";
import { visible } from "../view/text.ts";

const connectionArgs = {
  as: {
    type: "string",
    valueHint: "NAME",
    description: "Whose rights to use: mia, noah or guest (sample server).",
  },
  data: { type: "string", valueHint: "DIR", description: "The sample server's data folder." },
  server: { type: "string", valueHint: "CMD", description: "Start this server instead, over stdio." },
  http: { type: "string", valueHint: "URL", description: "Talk to a running server instead." },
  token: { type: "string", valueHint: "T", description: "Bearer token for --http." },
  env: {
    type: "string",
    valueHint: "ENV",
    default: "live",
    description: "test or live: in live, you are also asked before changes that are open to the outside.",
  },
  "open-world": {
    type: "string",
    valueHint: "FILE",
    description: "Append the calls that reach outside the system to this file, as JSON lines.",
  },
  "trust-annotations": {
    type: "boolean",
    default: false,
    description: "Trust the server's annotations of tools without a contract: its reads run without asking.",
  },
  acknowledge: {
    type: "string",
    valueHint: "HASH",
    description: "Unblock a tool that the server has loosened: the hash that was printed.",
  },
  pins: {
    type: "string",
    valueHint: "FILE",
    description: "Save the tools' definitions in this file, and compare them in the next session.",
  },
  json: { type: "boolean", default: false, description: "Print JSON for machines." },
} as const satisfies ArgsDef;

const toolArg = {
  tool: { type: "positional", required: true, description: "Such as customers.get." },
} as const satisfies ArgsDef;

const toolsArgs = {
  by: {
    type: "string",
    default: "safety",
    valueHint: "WHAT",
    description: "Group by safety, risk, agency, permission, category or tag.",
  },
  search: { type: "string", valueHint: "WORDS", description: "Only tools that hold every word." },
  ...connectionArgs,
} as const satisfies ArgsDef;

const callArgs = {
  ...toolArg,
  arguments: { type: "positional", required: false, description: "Written key=value, as many as needed." },
  input: {
    type: "string",
    valueHint: "JSON",
    description: "All arguments as a JSON object; key=value words add to it.",
  },
  "dry-run": { type: "boolean", default: false, description: "Only show what would happen." },
  "idempotency-key": { type: "string", valueHint: "KEY", description: "Calls under one key are one call." },
  ...connectionArgs,
} as const satisfies ArgsDef;

/** The options for the server's address and how far it is trusted. */
function connectionOf(args: WhereArgs): ConnectOptions & HostOptions {
  const { env } = args;
  if (env !== "test" && env !== "live") throw new UsageError(`--env ${visible(env)}: choose test or live`);
  return { ...args, env, openWorld: args["open-world"], trustAnnotations: args["trust-annotations"] };
}

type WhereArgs = Omit<ConnectOptions & HostOptions, "env"> & {
  readonly env: string;
  readonly "open-world"?: string | undefined;
  readonly "trust-annotations": boolean;
};

const helpPages = {
  tools: { summary: "List the tools, the safe ones first.", args: toolsArgs },
  show: {
    summary: "Explain one tool: its whole contract on a page.",
    args: { ...toolArg, ...connectionArgs },
  },
  call: { summary: "Call a tool, after asking you where its contract says so.", args: callArgs },
} as const satisfies Readonly<Record<string, Omit<HelpPage, "name">>>;
type CommandName = keyof typeof helpPages;

/** The commands; each returns its exit code. */
function commandsOn(
  host: ClientHost,
): Readonly<Record<CommandName, (rawArgs: string[]) => Promise<{ result: unknown }>>> {
  const tools = defineCommand({
    args: helpPages.tools.args,
    run: ({ args }) => withClient(host, connectionOf(args), ({ guard }) => toolsCommand(guard, host, args)),
  });
  const show = defineCommand({
    args: helpPages.show.args,
    run: ({ args }) => withClient(host, connectionOf(args), ({ guard }) => showCommand(guard, host, args)),
  });
  const call = defineCommand({
    args: helpPages.call.args,
    run({ args }) {
      const [, ...words] = args._;
      const more = { words, dryRun: args["dry-run"], idempotencyKey: args["idempotency-key"] };
      return withClient(host, connectionOf(args), ({ guard }) =>
        callCommand(guard, host, { ...args, ...more }),
      );
    },
  });
  return {
    tools: (rawArgs) => runCommand(tools, { rawArgs }),
    show: (rawArgs) => runCommand(show, { rawArgs }),
    call: (rawArgs) => runCommand(call, { rawArgs }),
  };
}

const exitCodes = { done: 0, "the call failed or was refused": 1, "the command line is wrong": 2 };

const programHelp: HelpPage = {
  name: "backoffice",
  summary: "Calls the backoffice's tools, and asks you before anything that matters.",
  examples: [
    "backoffice tools --by permission",
    "backoffice show orders.refund",
    "backoffice call customers.list status=active pageSize=5",
    "backoffice call customers.delete customerId=cus_0042 reason=duplicate --dry-run",
    'backoffice tools --server "node their-server.js" --trust-annotations',
  ],
  notes: ["Nothing here approves for you: without a terminal, what needs a person is refused."],
  exitCodes,
};

/** The help of the program, or of one command. */
function helpOf(name: string): string {
  const { stdout } = process;
  const options = { width: stdout.columns, color: stdout.isTTY && hasColor };
  const commands = Object.entries(helpPages).map(([each, { summary }]) => ({ name: each, summary }));
  return isCommand(name)
    ? printHelp({ name: `backoffice ${name}`, ...helpPages[name], exitCodes }, options)
    : printHelp({ ...programHelp, commands }, options);
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(helpPages, name);
}

/** Runs a command line. Returns the exit code: 0 done, 1 failed or refused, 2 wrong usage. */
export async function runCli(rawArgs: readonly string[], host: ClientHost): Promise<0 | 1 | 2> {
  const [name = "", ...rest] = rawArgs;
  const wantsHelp =
    rawArgs.length === 0 || name === "help" || rawArgs.includes("--help") || rawArgs.includes("-h");
  if (wantsHelp) {
    host.out(helpOf(name));
    // Without arguments, the exit code is not 0: a script that lost its arguments must not seem to succeed.
    return rawArgs.length === 0 ? 2 : 0;
  }
  try {
    if (!isCommand(name)) throw new UsageError(`there is no command \`${visible(name)}\``);
    refuseUnknownOptions(rest, Object.keys(helpPages[name].args));
    const { result } = await commandsOn(host)[name]([...rest]);
    return result === 0 ? 0 : 1;
  } catch (error) {
    return reportError(host, error);
  }
}

/** citty ignores unknown options, so a misspelt one is refused here. */
function refuseUnknownOptions(words: readonly string[], known: readonly string[]): void {
  for (const word of words) {
    if (word === "--") return;
    const option = /^--?([^=]*)/.exec(word)?.[1];
    if (option !== undefined && !known.includes(option))
      throw new UsageError(`there is no option \`${visible(word)}\``);
  }
}

function reportError(host: ClientHost, error: unknown): 1 | 2 {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError || (error instanceof Error && error.name === "CLIError");
  host.note(
    isUsage
      ? `backoffice: ${message}\nTry \`backoffice --help\`.`
      : `backoffice: the server could not be used: ${visible(message)}`,
  );
  return isUsage ? 2 : 1;
}
