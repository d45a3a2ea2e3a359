import { readFileSync } from "node:fs";
import * as firstReleaseClient from "@before-first-release/client";
import * as firstReleaseServer from "@before-first-release/server";
import type { McpConnection } from "@proviso/client";
import type { GuardOptions } from "@proviso/client/codegen1";
import type { EnforcingServer } from "@proviso/server/codegen1";
import { memoryAudit } from "@proviso/server/testing";
import { handlers } from "../fixtures/handlers.ts";

/** The state before a change of generated code, of `_meta` or of what is sent. */
export interface State {
  readonly name: string;
  client(connection: McpConnection, options: GuardOptions): firstReleaseClient.WholeNotesClient;
  server(): EnforcingServer;
  readonly wire: Wire;
}

export interface Wire {
  readonly tools: readonly { readonly name: string; readonly _meta: object }[];
  readonly calls: readonly WireCall[];
}

/** A call and what the server of that state sent back. */
export interface WireCall {
  readonly name: string;
  readonly arguments: object;
  /** Whether the client could ask a person, and what it was asked. */
  readonly withPerson: boolean;
  readonly question?: object;
  readonly result: object;
}

export function options() {
  return { handlers, ports: (): object => ({}), audit: memoryAudit() };
}

const generated: Readonly<Record<string, Omit<State, "name" | "wire">>> = {
  "before-first-release": {
    client: firstReleaseClient.createNotesClient,
    server: () => firstReleaseServer.createNotesServer(options()),
  },
};

/** The oldest first. */
export const states: readonly State[] = Object.entries(generated).map(([name, made]) => ({
  ...made,
  name,
  wire: JSON.parse(readFileSync(new URL(`../fixtures/${name}/wire.json`, import.meta.url), "utf8")) as Wire,
}));
