import { spawn } from "node:child_process";
import { once } from "node:events";
import { UpstreamGone } from "../protocol/message.ts";
import { reasonOf } from "@proviso/terminal";
import { streamTransport, urlTransport, type Transport } from "../protocol/sdk.ts";

/** Where the upstream server is: a command to start, or an address. */
export type UpstreamSource =
  | Command
  | { readonly url: URL; readonly headers: Readonly<Record<string, string>> };

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A new connection, not started yet: a process of its own, or a session of its own. */
export async function openTransport(source: UpstreamSource): Promise<Transport> {
  return "url" in source ? urlTransport(source.url, source.headers) : openProcess(source);
}

/** The upstream in one line, without credentials. */
export function describeSource(source: UpstreamSource): string {
  if (!("url" in source)) return [source.command, ...source.args].join(" ");
  const { origin, pathname } = source.url;
  return `${origin}${pathname}`;
}

/** Milliseconds that a process has to end after its input was closed, and again after SIGTERM. */
const endMs = 2000;

/**
 * The gateway's own settings and secrets, which the upstream must not get; and the packages of the
 * `npx -p` that started the gateway, which an `npx` of the upstream would take for its own.
 */
const ownVariable = /^PROVISO_|^npm_config_package$/i;

/**
 * Starts a server and speaks with it over its standard streams. What it writes to standard error is passed on. It gets the
 * variables of this process but for its own. Rejects with `UpstreamGone` if it cannot be started.
 */
async function openProcess({ command, args, env = {} }: Command): Promise<Transport> {
  const inherited = Object.entries(process.env).filter(([name]) => !ownVariable.test(name));
  const child = spawn(command, [...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...Object.fromEntries(inherited), ...env },
    windowsHide: true,
    // Programs such as `npx` are scripts there, which only a shell starts.
    shell: process.platform === "win32",
  });
  await once(child, "spawn").catch((error: unknown) => {
    throw new UpstreamGone(`\`${command}\` could not be started: ${reasonOf(error)}`, { cause: error });
  });
  // Writing to a process that has ended is reported by its end.
  child.stdin.on("error", () => {});
  const transport = streamTransport(child.stdout, child.stdin);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const closeStreams = transport.close.bind(transport);
  let isClosed = false;
  transport.close = async () => {
    if (isClosed) return;
    isClosed = true;
    await closeStreams();
    if (child.exitCode !== null || child.signalCode !== null) return;
    // First the polite way, as MCP says for stdio (2025-11-25, basic/lifecycle): its input is closed.
    child.stdin.end();
    const timers = [
      setTimeout(() => child.kill("SIGTERM"), endMs),
      setTimeout(() => child.kill("SIGKILL"), 2 * endMs),
    ];
    await ended;
    for (const timer of timers) clearTimeout(timer);
  };
  // The last messages are read before the end is noticed.
  child.once("close", () => void transport.close());
  return transport;
}
