import { hash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { canonicalJson, metaKeys, type Json, type JsonObject } from "@proviso/manifest";
import { reasonOf } from "../read.ts";
import type { Action, Answer, Caller, Target } from "../model.ts";
import { connect, type Connection, type Way } from "./connect.ts";

/** What a server is started or reached with. */
export interface ServerSettings {
  readonly target: Target;
  /** Values for `{name}` in the command and in `env`. */
  readonly placeholders: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** For each caller that must be refused: variables of its process, or headers. */
  readonly callers: Readonly<Partial<Record<Caller, Readonly<Record<string, string>>>>>;
  /** Milliseconds that a call may take. */
  readonly callMs: number;
  /** The folder in which its process is started. */
  readonly cwd: string;
  /** Told of each process that is started. */
  onProcess(pid: number): void;
  /** Told when the server asks for the client's model. */
  onSampling(): void;
}

/** The server under test, which actions are done to. */
export interface Server {
  /** As the server names itself. */
  readonly identity: Connection["server"];
  list(): Promise<readonly JsonObject[]>;
  perform(action: Action, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** The server has ended, and cannot be started again. */
export class ServerLost extends Error {}

/** Starts the server. Throws a `UsageError` if it cannot be reached. */
export async function startServer(settings: ServerSettings): Promise<Server> {
  const open = new Map<Caller | "usual", Connection>();
  const announced = new Set<string>();
  const connectionOf = async (caller: Caller | "usual"): Promise<Connection> => {
    const known = open.get(caller);
    if (known && !known.isClosed) return known;
    const connection = await connect(wayOf(settings, caller), settings.onSampling);
    if (connection.pid !== undefined) settings.onProcess(connection.pid);
    open.set(caller, connection);
    return connection;
  };
  const closeAll = async (): Promise<void> => {
    const connections = [...open.values()];
    open.clear();
    await Promise.all(connections.map((each) => each.close()));
  };
  const { server: identity } = await connectionOf("usual");
  const again = async (): Promise<Connection> => {
    try {
      return await connectionOf("usual");
    } catch (error) {
      throw new ServerLost(reasonOf(error));
    }
  };
  return {
    identity,
    list: async () => (await (await again()).list()).tools,
    async perform(action, signal) {
      if (action.kind === "restart") {
        await closeAll();
        await again();
        return { kind: "done", ms: 0 };
      }
      if (action.kind === "list") return listed(await again(), announced);
      const connectionAs = (caller: Caller | "usual") =>
        caller === "usual" ? again() : connectionOf(caller);
      const asked = await callAs(connectionAs, action, settings.callMs, signal);
      if (action.killAfterMs !== undefined) await closeAll();
      return asked;
    },
    close: closeAll,
  };
}

/** `announced`: digests of the lists of which the server has said that they are new. */
async function listed(connection: Connection, announced: Set<string>): Promise<Answer> {
  const { tools, wasAnnounced } = await connection.list();
  const value = Object.fromEntries(tools.map((tool) => [String(tool["name"]), digest(tool)]));
  if (wasAnnounced) announced.add(digest(value));
  return { kind: "listed", value, ...(announced.has(digest(value)) && { code: "announced" }), ms: 0 };
}

async function callAs(
  connectionOf: (caller: Caller | "usual") => Promise<Connection>,
  action: Action & { readonly kind: "call" },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { as = "usual", key, tool, arguments: args, killAfterMs } = action;
  let connection: Connection;
  try {
    connection = await connectionOf(as);
  } catch (error) {
    // A caller that may not even connect is refused.
    if (as === "usual") throw error;
    return { kind: "error", text: reasonOf(error), ms: 0 };
  }
  const meta = key === undefined ? {} : { [metaKeys.idempotencyKey]: key };
  const answer = connection.call(tool, args, meta, { timeoutMs, ...(signal && { signal }) });
  if (killAfterMs === undefined) return answer;
  await wait(killAfterMs);
  if (connection.pid !== undefined) kill(connection.pid);
  return answer;
}

/** Ends the process as a crash would: without a chance to write anything. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function digest(value: Json): string {
  return hash("sha256", canonicalJson(value)).slice(0, 16);
}

function wayOf(settings: ServerSettings, caller: Caller | "usual"): Way {
  const { target, placeholders, env, headers, callers, cwd } = settings;
  const own = caller === "usual" ? {} : (callers[caller] ?? {});
  if (target.kind === "url") return { kind: "url", url: target.url, headers: { ...headers, ...own } };
  const { npm_config_package: _, ...inherited } = process.env as Record<string, string>;
  return {
    kind: "stdio",
    cwd,
    command: target.command.map((word) => filled(word, placeholders)),
    env: { ...inherited, ...mapped({ ...env, ...own }, placeholders) },
  };
}

function mapped(env: Readonly<Record<string, string>>, placeholders: ServerSettings["placeholders"]) {
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text, placeholders)]));
}

/** Puts values in the place of `{name}`; other braces stay. */
export function filled(text: string, placeholders: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? (placeholders[name] ?? whole) : whole,
  );
}
