// The clients of both SDKs, as far as the tests need them.
import * as v2 from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { ConfirmationNote } from "@proviso/manifest";
import * as z from "zod";

/** The question as shown to a person. */
export interface Question {
  readonly message: string;
  readonly requestedSchema: unknown;
  readonly note: ConfirmationNote;
}
/** What a person answers, or a client in their place: an `ElicitResult`, if it is honest. */
export type Person = (question: Question) => unknown;

export interface ClientOptions {
  /** Without one the client declares that it cannot ask anybody. */
  readonly person?: Person | undefined;
  /** The declared capabilities, if they differ from what the person can do. */
  readonly capabilities?: object;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
  readonly timeout?: number;
  readonly resetTimeoutOnProgress?: boolean;
}
type Result = Record<string, unknown>;

export interface TestClient {
  /** A result as it is on the wire, with nothing stripped and no question answered. */
  request(method: string, params?: Record<string, unknown>): Promise<Result>;
  /** A call as a program makes it: a question is answered on the way. */
  call(params: Record<string, unknown>, options?: CallOptions): Promise<Result>;
  protocolVersion(): string | undefined;
  capabilities(): unknown;
  version(): unknown;
  close(): Promise<void>;
}

const clientInfo = { name: "test", version: "1" };

function capabilitiesOf({ person, capabilities }: ClientOptions): object {
  return capabilities ?? (person ? { elicitation: {} } : {});
}

function questionOf(params: unknown): Question {
  const { message, requestedSchema, _meta } = params as Omit<Question, "note"> & {
    readonly _meta?: { readonly "dev.proviso/confirmation"?: ConfirmationNote };
  };
  const note = _meta?.["dev.proviso/confirmation"];
  if (!note) throw new Error("a question that does not say what it is about");
  return { message, requestedSchema, note };
}

/** A client of SDK 1.x. */
export async function client1(
  transport: Parameters<Client1["connect"]>[0],
  options: ClientOptions = {},
): Promise<TestClient> {
  const { person } = options;
  const client = new Client1(clientInfo, { capabilities: capabilitiesOf(options) });
  if (person)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      return (await person(questionOf(params))) as never;
    });
  await client.connect(transport);
  return {
    request: (method, params = {}) => client.request({ method, params }, ResultSchema),
    call: (params, more) => client.request({ method: "tools/call", params }, ResultSchema, more),
    // Only the transport is told, and not every transport keeps it.
    protocolVersion: () => "2025-11-25",
    capabilities: () => client.getServerCapabilities(),
    version: () => client.getServerVersion(),
    close: () => client.close(),
  };
}

/** `auto` finds out what the server speaks; `legacy` speaks 2025, and `pinned` nothing but 2026-07-28. */
export type Mode = "auto" | "legacy" | "pinned";

/** A client of SDK 2.x. */
export async function client2(
  transport: v2.Transport,
  mode: Mode,
  options: ClientOptions = {},
): Promise<TestClient> {
  const { person } = options;
  const client = new v2.Client(clientInfo, {
    capabilities: capabilitiesOf(options),
    versionNegotiation: { mode: mode === "pinned" ? { pin: "2026-07-28" } : mode },
  });
  if (person)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      return (await person(questionOf(params))) as never;
    });
  await client.connect(transport);
  return {
    request: (method, params = {}) =>
      client.request({ method, params }, v2.withInputRequired(z.looseObject({})), {
        allowInputRequired: true,
      }),
    call: async (params, more) => (await client.callTool(params as never, more)) as Result,
    protocolVersion: () => client.getNegotiatedProtocolVersion(),
    capabilities: () => client.getServerCapabilities(),
    version: () => client.getServerVersion(),
    close: () => client.close(),
  };
}
