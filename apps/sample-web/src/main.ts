import { stripVTControlCharacters } from "node:util";
import { openBackoffice } from "backoffice-server";
import { defineCommand, renderUsage, runCommand } from "citty";
import { serveWeb } from "./web/serve-web.ts";

const command = defineCommand({
  meta: {
    name: "backoffice-web",
    description:
      "The sample backoffice as a web app for a person, over the same gate as agents and programs.",
  },
  args: {
    port: {
      type: "string",
      valueHint: "PORT",
      default: "8090",
      description: "Serve on this port of 127.0.0.1; 0 takes a free one.",
    },
    data: {
      type: "string",
      valueHint: "DIR",
      default: ".data",
      description: "Folder of the database, the audit trail and the outbox.",
    },
  },
  run: ({ args }) => run(args.port, args.data),
});

async function run(givenPort: string, dataFolder: string): Promise<number> {
  const port = Number(givenPort);
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536))
    return refuse(`\`${givenPort}\` is no port; write a number from 0 to 65535`);
  const backoffice = await openBackoffice(dataFolder);
  const web = await serveWeb(backoffice.server, port);
  console.error(`backoffice-web: listening on ${web.url}`);
  const stop = async (): Promise<void> => {
    await web.close();
    await backoffice.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
  return 0;
}

function refuse(message: string): number {
  console.error(`backoffice-web: ${message}\nbackoffice-web --help lists the options`);
  return 2;
}

/** Exit codes: 0 fine, 1 it cannot start, 2 the command line is wrong. */
export async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes("--help") || argv.includes("-h")) {
    const usage = await renderUsage(command);
    console.log(process.stdout.isTTY ? usage : stripVTControlCharacters(usage));
    return;
  }
  const unknown = argv.find((word) => word.startsWith("-") && !/^--(?:port|data)(?:=|$)/.test(word));
  if (unknown !== undefined) {
    process.exitCode = refuse(`there is no option \`${unknown}\``);
    return;
  }
  try {
    const { result } = await runCommand(command, { rawArgs: [...argv] });
    process.exitCode = typeof result === "number" ? result : 0;
  } catch (error) {
    console.error(`backoffice-web: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
