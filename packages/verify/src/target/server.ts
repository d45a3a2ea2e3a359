import { hash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { canonicalJson, type Json, type JsonObject } from "@proviso/manifest";
import { reasonOf } from "@proviso/terminal";
import type { Action, Answer, Caller, Target } from "../model.ts";
import { mapped } from "../report/masked.ts";
import { connect, type Connection, type Texts, type Way } from "./connect.ts";

/** Milliseconds that a call may take. */
const callMs = 30_000;

export interface ServerSettings {
  readonly target: Target;
  /** Values for `{name}` in the command and in `env`. */
  readonly placeholders: Texts;
  readonly env: Texts;
  readonly headers: Texts;
  /** For each caller that must be refused: variables of its process, or headers. */
  readonly callers: Readonly<Partial<Record<Caller, Texts>>>;
  /** The folder in which its process is started. */
  readonly cwd: string;
  /** Makes that folder anew, if it is disposable. */
  renew(): Promise<unknown>;
  onProcess(pid: number): void;
  onSampling(): void;
  /** Whether questions to a person are answered with yes, but for the caller `unasked`. */
  readonly approves: boolean;
}

export interface Server {
  readonly identity: Connection["server"];
  list(): Promise<readonly JsonObject[]>;
  perform(action: Action, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** The server has ended, and cannot be started again. */
export class ServerLost extends Error {}

/** Starts the server. Throws a `UsageError` if it cannot be reached. */
export async function startServer(settings: ServerSettings): Promise<Server> {
  const open = new Map<Caller | undefined, Connection>();
  const announced = new Set<string>();
  const { approves, onSampling } = settings;
  const connectionOf = async (as?: Caller): Promise<Connection> => {
    // Without approvals, nobody can be asked about the usual caller's calls, either.
    const caller = approves || as !== "unasked" ? as : undefined;
    const known = open.get(caller);
    if (known && !known.isClosed) return known;
    const connection = await connect(wayOf(settings, caller), onSampling, approves && as !== "unasked");
    if (connection.pid !== undefined) settings.onProcess(connection.pid);
    open.set(caller, connection);
    return connection;
  };
  const close = async (): Promise<void> => {
    const connections = [...open.values()];
    open.clear();
    await Promise.all(connections.map((each) => each.close()));
  };
  const { server: identity } = await connectionOf();
  const again = (): Promise<Connection> =>
    connectionOf().catch((error: unknown) => {
      throw new ServerLost(reasonOf(error));
    });
  return {
    identity,
    list: async () => (await (await again()).list()).tools,
    async perform(action, signal) {
      if (action.kind === "list") return listed(await again(), announced);
      if (action.kind === "restart" || action.kind === "renew") {
        await close();
        if (action.kind === "renew") await settings.renew();
        await again();
        return { kind: "done", ms: 0 };
      }
      const connection = await (action.as ? connectionOf(action.as).catch(refused) : again());
      if ("kind" in connection) return connection;
      const answer = connection.call(action, { timeout: callMs, ...(signal && { signal }) });
      if (action.killAfterMs === undefined) return answer;
      await wait(action.killAfterMs);
      if (connection.pid !== undefined) kill(connection.pid);
      await answer;
      await close();
      return answer;
    },
    close,
  };
}

/** A caller that may not even connect is refused. */
const refused = (error: unknown): Answer => ({ kind: "error", text: reasonOf(error), ms: 0 });

/** `announced`: digests of the lists of which the server has said that they are new. */
async function listed(connection: Connection, announced: Set<string>): Promise<Answer> {
  const { tools, wasAnnounced } = await connection.list();
  const value = Object.fromEntries(tools.map((tool) => [String(tool["name"]), digest(tool)]));
  if (wasAnnounced) announced.add(digest(value));
  return { kind: "listed", value, ...(announced.has(digest(value)) && { code: "announced" }), ms: 0 };
}

/** Ends the process as a crash would: without a chance to write anything. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const digest = (value: Json): string => hash("sha256", canonicalJson(value)).slice(0, 16);

function wayOf({ target, placeholders, cwd, ...settings }: ServerSettings, caller: Caller | undefined): Way {
  const own = (caller && settings.callers[caller]) ?? {};
  if (target.kind === "url") return { url: target.url, headers: { ...settings.headers, ...own } };
  const { npm_config_package: _, ...inherited } = process.env as Texts;
  const env = mapped({ ...settings.env, ...own }, (text) => filled(text, placeholders)) as Texts;
  return {
    cwd,
    command: target.command.map((word) => filled(word, placeholders)),
    env: { ...inherited, ...env },
  };
}

/** Puts values in the place of `{name}`; other braces stay. */
export function filled(text: string, placeholders: Texts): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? (placeholders[name] ?? whole) : whole,
  );
}
