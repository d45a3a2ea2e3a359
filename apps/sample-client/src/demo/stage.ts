import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BackofficeClient, createBackofficeClient } from "@backoffice/client";
import type { McpConnection } from "@proviso/client";
import { createActivityView, refusedStyle } from "../session/activity.ts";
import { connect, type ConnectOptions } from "../session/connect.ts";
import { DemoFailure } from "./demo-failure.ts";
import { type ScriptedPerson, createScriptedPerson } from "./scripted-person.ts";
import type { Transcript } from "./transcript.ts";

/** A colleague's client, with its unguarded connection. */
export interface Seat {
  readonly client: BackofficeClient;
  readonly connection: McpConnection;
}

export type StageChange = (connection: McpConnection) => McpConnection;

/** What every step of the demo uses. */
export interface DemoStage {
  readonly data: string;
  readonly transcript: Transcript;
  readonly person: ScriptedPerson;
  readonly mia: Seat;
  /** Starts another server for a colleague, with the same data. `change` wraps the connection below the guard. */
  open(name: "mia" | "noah" | "guest", change?: StageChange, options?: ConnectOptions): Promise<Seat>;
  /** Prints the claim if it holds; otherwise ends the demo. */
  check(claim: string, holds: boolean): void;
}

/** Sets up a fresh database and Mia's client, and always cleans up. */
export async function withStage(
  transcript: Transcript,
  play: (stage: DemoStage) => Promise<void>,
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "backoffice-demo-"));
  const connections: McpConnection[] = [];
  const person = createScriptedPerson(transcript);
  async function openSeat(
    name: string,
    change: StageChange = (connection) => connection,
    options: ConnectOptions = {},
  ): Promise<Seat> {
    // The server names the port of its inbox, which is another one each time.
    const print = options.inbox ? () => {} : undefined;
    const connection = await connect({ as: name, data, ...options }, print);
    connections.push(connection);
    return { client: createClient(change(connection), name, person, transcript), connection };
  }
  try {
    const mia = await openSeat("mia");
    await play({ data, transcript, person, mia, open: openSeat, check: checkWith(transcript) });
  } finally {
    await Promise.allSettled(connections.map((connection) => connection.close()));
    await rm(data, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The sample data is a test environment; in "live", the default, more would ask. */
function createClient(
  connection: McpConnection,
  caller: string,
  person: ScriptedPerson,
  transcript: Transcript,
): BackofficeClient {
  return createBackofficeClient(connection, {
    env: "test",
    caller,
    ...(person.confirm ? { confirm: person.confirm } : {}),
    onActivity: createActivityView(transcript.shown, "test", refusedStyle),
  });
}

function checkWith(transcript: Transcript): DemoStage["check"] {
  return (claim, holds) => {
    if (!holds) throw new DemoFailure(claim);
    transcript.proven(claim);
  };
}
