import type { BackofficeClient } from "@backoffice/client";
import { createBackofficeClient } from "@backoffice/client";
import type { GuardOptions } from "@proviso/client";
import { createActivityView, viewDrift } from "./activity.ts";
import type { ConnectOptions } from "./connect.ts";
import { connect } from "./connect.ts";
import { createFeed } from "./feed.ts";
import type { Person } from "./person.ts";
import { nobody } from "./person.ts";
import { readPins, writePins } from "./pin-file.ts";
import { terminalPerson } from "./terminal-person.ts";

/** Where this program reads and writes: the process, or a test. */
export interface Host {
  readonly person: Person;
  /** For what was asked for. */
  readonly out: (text: string) => void;
  /** For what happens on the way. */
  readonly note: (text: string) => void;
}

export function processHost(): Host {
  const isInteractive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return {
    person: isInteractive ? terminalPerson : nobody,
    out: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
  };
}

export interface HostOptions {
  /** A file to append what happens to. */
  readonly feed?: string | undefined;
  /** Hashes of changed tools that the person has looked at, with commas between. */
  readonly acknowledge?: string | undefined;
  /** A file that keeps how tools looked, from one run to the next. */
  readonly pins?: string | undefined;
}

/** Runs with a connected client, and always closes the connection. */
export async function withClient<Value>(
  host: Host,
  where: ConnectOptions & HostOptions,
  use: (client: BackofficeClient) => Promise<Value>,
): Promise<Value> {
  const options = guardOptions(host, where);
  const connection = await connect(where);
  try {
    const client = createBackofficeClient(connection, options);
    const value = await use(client);
    if (where.pins !== undefined) writePins(where.pins, (await client.guard.inspect()).pins);
    return value;
  } finally {
    await connection.close();
  }
}

function guardOptions(host: Host, { feed, acknowledge, pins: path }: HostOptions): GuardOptions {
  const pins = path === undefined ? undefined : readPins(path);
  const { confirm } = host.person;
  const view = createActivityView(host.note);
  const write = feed === undefined ? undefined : createFeed(feed);
  return {
    ...(confirm ? { confirm } : {}),
    ...(pins ? { pins } : {}),
    ...(acknowledge === undefined ? {} : { acknowledged: acknowledge.split(",") }),
    onActivity(activity) {
      view(activity);
      write?.(activity);
    },
    onDrift: (drift) => host.note(viewDrift(drift)),
  };
}
