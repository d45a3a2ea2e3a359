import type { Guard } from "@proviso/client";
import type { ExitCode, HelpArgument, HelpPage } from "@proviso/terminal";
import type { Program, ProgramCommand, ProgramHost, ProgramLine } from "@proviso/terminal";
import { flag, reasonOf, runProgram, takes, textOf, UsageError } from "@proviso/terminal";
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

interface CliCommand extends ProgramCommand {
  run(guard: Guard, host: ClientHost, line: ProgramLine): Promise<0 | 1>;
}

const commands: readonly CliCommand[] = [
  {
    name: "tools",
    summary: "List the tools, the safe ones first.",
    args: {
      by: {
        ...takes("WHAT", "Group by safety, risk, agency, permission, category or tag."),
        default: "safety",
      },
      search: takes("WORDS", "Only tools that hold every word."),
    },
    run: (guard, host, { values }) =>
      toolsCommand(guard, host, {
        by: textOf(values["by"]) ?? "safety",
        search: textOf(values["search"]),
        json: values["json"] === true,
      }),
  },
  {
    name: "show",
    summary: "Explain one tool: its whole contract on a page.",
    args: toolArg,
    run: (guard, host, { positionals: [tool = ""], values }) =>
      showCommand(guard, host, { tool, json: values["json"] === true }),
  },
  {
    name: "call",
    summary: "Call a tool, after asking you where its contract says so.",
    args: {
      ...toolArg,
      arguments: {
        type: "positional",
        required: false,
        multiple: true,
        description: "Written key=value, as many as needed.",
      },
      input: takes("JSON", "All arguments as a JSON object; key=value words add to it."),
      "dry-run": flag("Only show what would happen."),
      "idempotency-key": takes("KEY", "Calls under one key are one call."),
    },
    run: (guard, host, { positionals: [tool = "", ...words], values }) =>
      callCommand(guard, host, {
        tool,
        input: textOf(values["input"]),
        words,
        dryRun: values["dry-run"] === true,
        idempotencyKey: textOf(values["idempotency-key"]),
        json: values["json"] === true,
      }),
  },
];

/** The options for the server's address and how far it is trusted. */
function connectionOf({ values }: ProgramLine): ConnectOptions & HostOptions {
  const env = textOf(values["env"]) ?? "live";
  if (env !== "test" && env !== "live") throw new UsageError(`--env ${visible(env)}: choose test or live`);
  const names = ["as", "data", "server", "http", "token", "acknowledge", "pins", "open-world"];
  const [as, data, server, http, token, acknowledge, pins, openWorld] = names.map((name) =>
    textOf(values[name]),
  );
  const trustAnnotations = values["trust-annotations"] === true;
  return { as, data, server, http, token, acknowledge, pins, env, openWorld, trustAnnotations };
}

const page: HelpPage = {
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
  exitCodes: { done: 0, "the call failed or was refused": 1, "the command line is wrong": 2 },
};

/** Runs a command line. Returns the exit code: 0 done, 1 failed or refused, 2 wrong usage. */
export async function runCli(words: readonly string[], host: ClientHost): Promise<ExitCode> {
  const { columns: width, isTTY } = process.stdout;
  const program: Program<CliCommand, ProgramHost> = {
    page,
    commands,
    shared: connectionArgs,
    call: (command, line) => callServer(command, line, host),
  };
  return runProgram(program, words, { out: host.out, err: host.note, width, color: isTTY && hasColor });
}

async function callServer(command: CliCommand, line: ProgramLine, host: ClientHost): Promise<0 | 1> {
  const where = connectionOf(line);
  try {
    return await withClient(host, where, ({ guard }) => command.run(guard, host, line));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    host.note(`backoffice: the server could not be used: ${visible(reasonOf(error))}`);
    return 1;
  }
}
