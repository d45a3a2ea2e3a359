import process from "node:process";
import { exitCodes, UsageError, type ExitCode } from "@proviso/terminal";
import { hostToken } from "../state/host-token.ts";
import { streamTransport } from "../protocol/sdk.ts";
import { openFromLine } from "./open.ts";
import type { GatewayCommandLine } from "./options.ts";
import type { GatewayHost } from "./host.ts";

/** Serves until the host closes standard input, or a signal arrives. */
export async function serve(line: GatewayCommandLine, host: GatewayHost): Promise<ExitCode> {
  const gateway = await openFromLine(line, host);
  const { err } = host;
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    if (line.listen !== undefined) return;
    process.stdin.once("end", () => resolve());
    process.stdin.once("close", () => resolve());
  });
  const { inboxUrl } = gateway;
  if (inboxUrl !== undefined)
    err(
      `proviso gateway: people approve at ${inboxUrl}; \`proviso approvals link ${line.data} --as NAME --url ${inboxUrl}\` signs in${line.inboxPort === 0 ? "; with `--inbox-port PORT` the address and its links outlive this process" : ""}`,
    );
  try {
    if (line.listen === undefined) {
      const { closed } = await gateway.connect(streamTransport(process.stdin, process.stdout));
      await Promise.race([closed, stopped]);
    } else {
      const { file, token } = hostToken(line.data);
      const { url } = await gateway.listen(line.listen, token).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EADDRINUSE") throw error;
        throw new UsageError(`port ${line.listen} is taken: name another with \`--listen\``, {
          cause: error,
        });
      });
      err(`proviso gateway: serving ${url}; hosts send the bearer token in ${file}`);
      await stopped;
    }
  } finally {
    await gateway.close();
  }
  return exitCodes.clean;
}
