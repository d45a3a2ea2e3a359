// Clients of both SDKs whose answers to the server a test decides, down to the messages on the wire.
import * as v2 from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import {
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
  ResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import * as mcp from "../../../server/test/adapters/mcp.ts";
import * as mcp2 from "../../../server/test/adapters/mcp2.ts";
import type { EnforcingServer } from "../../../server/src/api/outcome.ts";
import { openDiscovery } from "../../../server/src/discovery/open-discovery.ts";
import { anna } from "../sample.ts";
import { serverInfo } from "../../../server/test/ways/server-info.ts";

/** The params of an `elicitation/create`, in whatever form they came. */
export interface Elicited {
  readonly mode: "form" | "url";
  readonly message: string;
  readonly url?: string;
  readonly elicitationId?: string;
  readonly _meta?: { readonly "dev.proviso/confirmation"?: { readonly phrase?: string } };
}

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

export interface Behaviour {
  /** The capability `elicitation`. */
  readonly elicitation?: { readonly form?: object; readonly url?: object };
  readonly extensions?: Readonly<Record<string, object>>;
  /** Absent: the client has no handler, whatever it declares. */
  readonly answer?: (asked: Elicited, client: SdkClient) => unknown;
  /** Sent instead of an answer: a response, or since 2026-07-28 the call made again. */
  readonly send?: (answer: Message) => readonly Message[];
  /** The server has a search. */
  readonly searches?: boolean;
}

export interface SdkClient {
  call(name: string, input: object, more?: object): Promise<Readonly<Record<string, unknown>>>;
  /** The ids of the elicitations that the server reported as complete. */
  readonly completed: readonly string[];
  /** For requests beside calls; the same in both SDKs. */
  readonly sdk: {
    listTools(): Promise<{ readonly tools: readonly Readonly<Record<string, unknown>>[] }>;
    listResources(): Promise<{ readonly resources: readonly unknown[] }>;
    readResource(params: { readonly uri: string }): Promise<{ readonly contents: readonly object[] }>;
  };
  close(): Promise<void>;
}

export type Connect = (server: EnforcingServer, behaviour: Behaviour) => Promise<SdkClient>;

const optionsOf = ({ searches }: Behaviour): mcp.ConnectOptions => ({
  principal: anna,
  serverInfo,
  askTimeoutMs: 300,
  ...(searches && { discovered: openDiscovery(undefined, []) }),
});
const info = { name: "double", version: "1" };

function isAnswer({ method, params, result }: Message): boolean {
  return (
    (method === undefined && result?.["action"] !== undefined) || params?.["inputResponses"] !== undefined
  );
}

/** The client's end of a connection, with its answers as the test wants them. */
function linkedPair({ send }: Behaviour): readonly [ours: InMemoryTransport, theirs: InMemoryTransport] {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const pass = ours.send.bind(ours);
  ours.send = async (message, more) => {
    const sent = send && isAnswer(message as Message) ? send(message as Message) : [message];
    for (const each of sent) await pass(each as typeof message, more);
  };
  return [ours, theirs];
}

const capabilitiesOf = ({ elicitation, extensions }: Behaviour): object => ({
  ...(elicitation && { elicitation }),
  ...(extensions && { extensions }),
});

export const connect1: Connect = async (server, behaviour) => {
  const [ours, theirs] = linkedPair(behaviour);
  await mcp.connectMcp(server, theirs, optionsOf(behaviour));
  return client1Over(ours, behaviour);
};

export async function client1Over(
  transport: Parameters<Client1["connect"]>[0],
  behaviour: Behaviour,
): Promise<SdkClient> {
  const client = new Client1(info, { capabilities: capabilitiesOf(behaviour) });
  const completed: string[] = [];
  const self: SdkClient = {
    call: (name, input, more) =>
      client.request(
        { method: "tools/call", params: { name, arguments: { ...input }, ...more } },
        ResultSchema,
      ),
    completed,
    sdk: client as never,
    close: () => client.close(),
  };
  const { answer } = behaviour;
  if (answer)
    client.setRequestHandler(
      ElicitRequestSchema,
      async ({ params }) => (await answer(params as Elicited, self)) as never,
    );
  client.setNotificationHandler(
    ElicitationCompleteNotificationSchema,
    ({ params }) => void completed.push(params.elicitationId),
  );
  await client.connect(transport);
  return self;
}

const connect2 =
  (versionNegotiation: v2.VersionNegotiationOptions): Connect =>
  async (server, behaviour) => {
    const [ours, theirs] = linkedPair(behaviour);
    await mcp2.connectMcp(server, theirs as never, optionsOf(behaviour));
    return client2Over(ours as never, behaviour, versionNegotiation);
  };

export async function client2Over(
  transport: v2.Transport,
  behaviour: Behaviour,
  versionNegotiation: v2.VersionNegotiationOptions,
): Promise<SdkClient> {
  const client = new v2.Client(info, { capabilities: capabilitiesOf(behaviour), versionNegotiation });
  const completed: string[] = [];
  const self: SdkClient = {
    call: async (name, input, more) =>
      (await client.callTool({ name, arguments: { ...input }, ...more })) as Readonly<
        Record<string, unknown>
      >,
    completed,
    sdk: client as never,
    close: () => client.close(),
  };
  const { answer } = behaviour;
  if (answer)
    client.setRequestHandler(
      "elicitation/create",
      async ({ params }) => (await answer(params as Elicited, self)) as never,
    );
  client.setNotificationHandler(
    "notifications/elicitation/complete",
    ({ params }) => void completed.push(params.elicitationId),
  );
  await client.connect(transport);
  return self;
}

export const connect2For2025: Connect = connect2({ mode: "legacy" });
export const connect2For2026: Connect = connect2({ mode: { pin: "2026-07-28" } });
