import { portOf, processStreams, readWords, runTask, takes, textOf, type ExitCode } from "@proviso/terminal";
import { openBackoffice } from "backoffice-server";
import { serveWeb } from "./web/serve-web.ts";

const args = {
  port: { ...takes("PORT", "Serve on this port of 127.0.0.1; 0 takes a free one."), default: "8090" },
  data: { ...takes("DIR", "Folder of the database, the audit trail and the outbox."), default: ".data" },
};

const help = {
  name: "backoffice-web",
  summary: "The sample backoffice as a web app for a person, over the same gate as agents and programs.",
  args,
  exitCodes: { stopped: 0, "the command line is wrong": 2, "it cannot start": 3 },
};

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { port, data } = readWords(args, argv).values;
  const backoffice = await openBackoffice(textOf(data) ?? args.data.default);
  const web = await serveWeb(backoffice.server, portOf("port", port ?? args.port.default) ?? 0);
  console.error(`backoffice-web: listening on ${web.url}`);
  const stop = async (): Promise<void> => {
    await web.close();
    await backoffice.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
  return 0;
}

/** Exit codes: 0 fine, 2 the command line is wrong, 3 it cannot start. */
export async function main(argv: readonly string[]): Promise<void> {
  process.exitCode = await runTask(help, argv, processStreams(), () => run(argv));
}
