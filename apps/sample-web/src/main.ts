import { openBackoffice, readPort, runProgram } from "backoffice-server";
import { defineCommand, type ArgsDef } from "citty";
import { serveWeb } from "./web/serve-web.ts";

const args = {
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
} as const satisfies ArgsDef;

const command = defineCommand({ args, run: ({ args: { port, data } }) => run(port, data) });

const help = {
  name: "backoffice-web",
  summary: "The sample backoffice as a web app for a person, over the same gate as agents and programs.",
  args,
  exitCodes: { stopped: 0, "it cannot start": 1, "the command line is wrong": 2 },
};

async function run(givenPort: string, dataFolder: string): Promise<number> {
  const port = readPort(givenPort);
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

/** Exit codes: 0 fine, 1 it cannot start, 2 the command line is wrong. */
export function main(argv: readonly string[]): Promise<void> {
  return runProgram(help, command, argv);
}
