import { type BackofficeClient, createBackofficeClient } from "@backoffice/client";
import type { Environment, GuardOptions, OpenWorldCall, Pins } from "@proviso/client";
import { createActivityView, viewDrift } from "./activity.ts";
import { callerOf, connect, type ConnectOptions } from "./connect.ts";
import { nobody, type Person } from "./person.ts";
import { terminalPerson } from "./terminal-person.ts";
import { printed, UsageError } from "@proviso/terminal";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { pc } from "../view/paint.ts";
import { visible } from "../view/text.ts";

/** The input and output of this program: the process, or a test. */
export interface ClientHost {
  readonly person: Person;
  /** For results. */
  readonly out: (text: string) => void;
  /** For messages. */
  readonly note: (text: string) => void;
}

export function processHost(): ClientHost {
  const isInteractive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return {
    person: isInteractive ? terminalPerson : nobody,
    out: (text) => void process.stdout.write(`${printed(text)}\n`),
    note: (text) => void process.stderr.write(`${printed(text)}\n`),
  };
}

export interface HostOptions {
  /** Shown with every decision. Defaults to "live", the strict value. */
  readonly env?: Environment | undefined;
  /** A file for calls that reach outside the system. */
  readonly openWorld?: string | undefined;
  /** Whether to trust the server's annotations of tools without a contract. */
  readonly trustAnnotations?: boolean | undefined;
  /** Hashes of changed definitions that the person acknowledges, separated by commas. */
  readonly acknowledge?: string | undefined;
  /** A file that keeps the tools' definitions between runs. */
  readonly pins?: string | undefined;
}

/** Runs with a connected client, and always closes the connection. */
export async function withClient<Value>(
  host: ClientHost,
  where: ConnectOptions & HostOptions,
  use: (client: BackofficeClient) => Promise<Value>,
): Promise<Value> {
  const options = guardOptions(host, where);
  const connection = await connect(where, host.note);
  try {
    const client = createBackofficeClient(connection, options);
    const value = await use(client);
    if (where.pins !== undefined) writePins(where.pins, (await client.guard.inspect()).pins);
    return value;
  } finally {
    await connection.close();
  }
}

function guardOptions(host: ClientHost, where: ConnectOptions & HostOptions): GuardOptions {
  const { acknowledge, pins: path, env = "live", openWorld, trustAnnotations = false } = where;
  const caller = callerOf(where);
  const pins = path === undefined ? undefined : readPins(path);
  const { confirm } = host.person;
  return {
    env,
    trustAnnotations,
    ...(caller === undefined ? {} : { caller }),
    onOpenWorldCall: createOpenWorldLog(host.note, openWorld),
    ...(confirm ? { confirm } : {}),
    ...(pins ? { pins } : {}),
    ...(acknowledge === undefined ? {} : { acknowledged: acknowledge.split(",") }),
    onActivity: createActivityView(host.note, env),
    onDrift: (drift) => host.note(viewDrift(drift)),
  };
}

/**
 * Seed 004's separate log of calls that reach outside the system: a line on the terminal, and optionally one in a file, with
 * the time, the tool and the digest of its arguments, which may be private.
 */
function createOpenWorldLog(
  print: (line: string) => void,
  path: string | undefined,
): (call: OpenWorldCall) => void {
  return ({ tool, fingerprint }) => {
    if (path !== undefined)
      appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), tool, fingerprint })}\n`);
    print(`  ${pc.magenta("⇗")} open world ${visible(tool)}  ${pc.dim("may reach outside the system")}`);
  };
}

/** The tool definitions from the last time this file was written; undefined if it does not exist. */
function readPins(pinFile: string): Pins | undefined {
  if (!existsSync(pinFile)) return undefined;
  try {
    const pins: unknown = JSON.parse(readFileSync(pinFile, "utf8"));
    if (typeof pins === "object" && pins !== null && !Array.isArray(pins)) return pins as Pins;
  } catch {
    // Reported below.
  }
  throw new UsageError(`\`${pinFile}\` holds no pins: it must be a file that --pins has written`);
}

function writePins(pinFile: string, pins: Pins): void {
  writeFileSync(pinFile, `${JSON.stringify(pins, undefined, 2)}\n`);
}
