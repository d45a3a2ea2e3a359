import { readFileSync } from "node:fs";
import * as approvalsClient from "@before-approvals/client";
import * as approvalsServer from "@before-approvals/server";
import * as contentWordsClient from "@before-content-words/client";
import * as contentWordsServer from "@before-content-words/server";
import * as firstReleaseClient from "@before-first-release/client";
import * as firstReleaseServer from "@before-first-release/server";
import * as planToolsClient from "@before-plan-tools/client";
import * as planToolsServer from "@before-plan-tools/server";
import * as productServerClient from "@before-product-server/client";
import * as productServerServer from "@before-product-server/server";
import type { McpConnection } from "@proviso/client";
import type { GuardOptions } from "@proviso/client/codegen1";
import type { EnforcingServer } from "@proviso/server/codegen1";
import { memoryAudit } from "@proviso/server/testing";
import { handlers } from "../fixtures/handlers.ts";

/** The state before a change of generated code, of `_meta` or of what is sent. */
export interface State {
  readonly name: string;
  client(connection: McpConnection, options: GuardOptions): planToolsClient.WholeNotesClient;
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
  "before-plan-tools": {
    client: planToolsClient.createNotesClient,
    server: () => planToolsServer.createNotesServer(options()),
  },
  "before-content-words": {
    client: contentWordsClient.createNotesClient,
    server: () => contentWordsServer.createNotesServer(options()),
  },
  "before-product-server": {
    client: productServerClient.createNotesClient,
    server: () => productServerServer.createNotesServer(options()),
  },
  "before-approvals": {
    client: approvalsClient.createNotesClient,
    server: () => approvalsServer.createNotesServer(options()),
  },
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
