import type { Guard } from "@proviso/client";
import type { HelpArgument, HelpPage } from "@proviso/terminal";
import { flag, printHelp, readWords, takes, textOf, UsageError } from "@proviso/terminal";
import { hasColor } from "../view/paint.ts";
import { callCommand } from "./call.ts";
import { showCommand } from "./show.ts";
import { toolsCommand } from "./tools.ts";
import type { ConnectOptions } from "../session/connect.ts";
import { type ClientHost, type HostOptions, withClient } from "../session/session.ts";
import { visible } from "../view/text.ts";

type Args = Readonly<Record<string, HelpArgument>>;

const connectionArgs: Args = {
  as: takes("NAME", "Whose rights to use: mia, noah or guest (sample server)."),
  data: takes("DIR", "The sample server's data folder."),
  server: takes("CMD", "Start this server instead, over stdio."),
  http: takes("URL", "Talk to a running server instead."),
  token: takes("T", "Bearer token for --http."),
  env: {
    ...takes("ENV", "test or live: in live, you are also asked before changes that are open to the outside."),
    default: "live",
  },
  "open-world": takes("FILE", "Append the calls that reach outside the system to this file, as JSON lines."),
  "trust-annotations": flag(
    "Trust the server's annotations of tools without a contract: its reads run without asking.",
  ),
  acknowledge: takes("HASH", "Unblock a tool that the server has loosened: the hash that was printed."),
  pins: takes("FILE", "Save the tools' definitions in this file, and compare them in the next session."),
  json: flag("Print JSON for machines."),
};

const toolArg: Args = { tool: { type: "positional", description: "Such as customers.get." } };

/** A command line as a command reads it. */
interface Line {
  /** The text of an option. */
  readonly text: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
  readonly positionals: readonly string[];
}

interface CliCommand extends Pick<HelpPage, "summary"> {
  readonly args: Args;
  run(guard: Guard, host: ClientHost, line: Line): Promise<0 | 1>;
}

const commands: Readonly<Record<string, CliCommand>> = {
  tools: {
    summary: "List the tools, the safe ones first.",
    args: {
      by: {
        ...takes("WHAT", "Group by safety, risk, agency, permission, category or tag."),
        default: "safety",
      },
      search: takes("WORDS", "Only tools that hold every word."),
      ...connectionArgs,
    },
    run: (guard, host, { text, has }) =>
      toolsCommand(guard, host, {
        by: text("by") ?? "safety",
        search: text("search"),
        json: has("json"),
      }),
  },
  show: {
    summary: "Explain one tool: its whole contract on a page.",
    args: { ...toolArg, ...connectionArgs },
    run: (guard, host, line) => showCommand(guard, host, { tool: toolIn(line), json: line.has("json") }),
  },
  call: {
    summary: "Call a tool, after asking you where its contract says so.",
    args: {
      ...toolArg,
      arguments: {
        type: "positional",
        required: false,
        description: "Written key=value, as many as needed.",
      },
      input: takes("JSON", "All arguments as a JSON object; key=value words add to it."),
      "dry-run": flag("Only show what would happen."),
      "idempotency-key": takes("KEY", "Calls under one key are one call."),
      ...connectionArgs,
    },
    run: (guard, host, line) =>
      callCommand(guard, host, {
        tool: toolIn(line),
        input: line.text("input"),
        words: line.positionals.slice(1),
        dryRun: line.has("dry-run"),
        idempotencyKey: line.text("idempotency-key"),
        json: line.has("json"),
      }),
  },
};

function toolIn({ positionals: [tool] }: Line): string {
  if (tool === undefined) throw new UsageError("name the TOOL, such as customers.get");
  return tool;
}

/** The options for the server's address and how far it is trusted. */
function connectionOf({ text, has }: Line): ConnectOptions & HostOptions {
  const env = text("env") ?? "live";
  if (env !== "test" && env !== "live") throw new UsageError(`--env ${visible(env)}: choose test or live`);
  const names = ["as", "data", "server", "http", "token", "acknowledge", "pins"];
  const [as, data, server, http, token, acknowledge, pins] = names.map(text);
  const openWorld = text("open-world");
  const trustAnnotations = has("trust-annotations");
  return { as, data, server, http, token, acknowledge, pins, env, openWorld, trustAnnotations };
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
  const listed = Object.entries(commands).map(([each, { summary }]) => ({ name: each, summary }));
  const command = commandNamed(name);
  return command
    ? printHelp({ name: `backoffice ${name}`, ...command, exitCodes }, options)
    : printHelp({ ...programHelp, commands: listed }, options);
}

function commandNamed(name: string): CliCommand | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
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
    const command = commandNamed(name);
    if (!command) throw new UsageError(`there is no command \`${visible(name)}\``);
    const { positionals, values } = readWords(command.args, rest);
    const line: Line = {
      positionals,
      text: (option) => textOf(values[option]),
      has: (option) => values[option] === true,
    };
    return await withClient(host, connectionOf(line), ({ guard }) => command.run(guard, host, line));
  } catch (error) {
    return reportError(host, error);
  }
}

function reportError(host: ClientHost, error: unknown): 1 | 2 {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  host.note(
    isUsage
      ? `backoffice: ${message}\nTry \`backoffice --help\`.`
      : `backoffice: the server could not be used: ${visible(message)}`,
  );
  return isUsage ? 2 : 1;
}
