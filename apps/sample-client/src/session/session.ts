import { type BackofficeClient, createBackofficeClient } from "@backoffice/client";
import type { Environment, GuardOptions } from "@proviso/client";
import { createActivityView, viewDrift } from "./activity.ts";
import { type ConnectOptions, callerOf, connect } from "./connect.ts";
import { createOpenWorldLog } from "./open-world-log.ts";
import { type Person, nobody } from "./person.ts";
import { readPins, writePins } from "./pin-file.ts";
import { terminalPerson } from "./terminal-person.ts";
import { printed } from "@proviso/terminal";

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
