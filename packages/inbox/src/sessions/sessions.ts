import { randomBytes } from "node:crypto";
import type { Json } from "@proviso/manifest";
import {
  isSameText,
  checkTimes,
  type Clock,
  fingerprintOfText,
  type Reviewer,
  type Store,
  valueSeal,
} from "@proviso/server/extension";
import type { Cookies } from "./cookies.ts";

/** A person or an operator, signed in with one browser. */
export interface Session {
  readonly reviewer: Reviewer;
  /** In every form of this session, so that forms of other sites are refused. */
  readonly formToken: string;
  /**
   * The second secret, in the path of every page of the session. A browser sends the cookie to all ports of a host; it sends this to
   * the inbox alone.
   */
  readonly pathSecret: string;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
}

export interface Sessions {
  /** Ends the browser's old session and opens one with new secrets. `setCookie` is a header. */
  open(
    reviewer: Reviewer,
    request: Request,
  ): Promise<{ readonly setCookie: string; readonly pathSecret: string }>;
  /** Needs both secrets. */
  find(request: Request, pathSecret: string): Promise<Session | undefined>;
  /** The session of the cookie. Another server of the host may have sent it, so it only says what a new sign-in would end. */
  findByCookie(request: Request): Promise<Session | undefined>;
  /** The result is a `Set-Cookie` header. */
  close(request: Request): Promise<string>;
  /** Ends all sessions of the person or the operator, in every browser. */
  closeAll(reviewer: Reviewer): Promise<void>;
}

export interface SessionParts {
  readonly store: Store;
  readonly stateKeys: readonly Uint8Array[];
  readonly clock: Clock;
  readonly cookies: Cookies;
  /** How long somebody stays signed in, in milliseconds. */
  readonly sessionMs: number;
}

const cookie = "inbox";
const secretPattern = /^[\w-]{43}$/;
/** Longer than any session. */
const rememberedMs = 25 * 60 * 60_000;

/** In the store, so that every replica knows them. They are sealed: whoever writes the store cannot sign in with that. */
export function sessions({ store, stateKeys, clock, cookies, sessionMs }: SessionParts): Sessions {
  const seal = valueSeal(stateKeys);
  const secretIn = (request: Request): string | undefined => {
    const secret = cookies.read(request, cookie);
    return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
  };
  const now = async (): Promise<Date> => (store.now ? store.now() : clock.now());
  const ends = signOuts(store, seal);
  const end = async (request: Request): Promise<void> => {
    const secret = secretIn(request);
    if (secret !== undefined) await store.delete(keyOf(secret));
  };
  const findByCookie = async (request: Request): Promise<Session | undefined> => {
    const secret = secretIn(request);
    if (secret === undefined) return undefined;
    const key = keyOf(secret);
    const value = (await store.get(key))?.value;
    const opened = typeof value === "string" ? seal.open(value, key) : undefined;
    if (opened === undefined) return undefined;
    const kept = opened as unknown as Kept;
    return (await ends.include(kept)) ? undefined : { ...kept, formToken: formTokenOf(secret) };
  };
  return {
    async open(reviewer, request) {
      if ("principal" in reviewer) checkTimes(reviewer.principal);
      await end(request);
      const [secret, pathSecret] = [newSecret(), newSecret()];
      const openedAt = (await now()).getTime();
      await ends.replaceUnreadable(reviewer, openedAt);
      const until = new Date(openedAt + sessionMs);
      const key = keyOf(secret);
      const kept: Kept = { reviewer: endingBy(reviewer, until), openedAt, pathSecret };
      const value = seal.seal(kept as unknown as Json, key);
      await store.put(key, value, until);
      return { setCookie: cookies.write(cookie, secret, Math.floor(sessionMs / 1000)), pathSecret };
    },
    async find(request, pathSecret) {
      const session = await findByCookie(request);
      return session && isSameText(session.pathSecret, pathSecret) ? session : undefined;
    },
    findByCookie,
    async close(request) {
      await end(request);
      return cookies.write(cookie, "", 0);
    },
    async closeAll(reviewer) {
      await ends.mark(reviewer, (await now()).getTime());
    },
  };
}

/** When people signed out everywhere. All sessions that they opened until then have ended. */
function signOuts(store: Store, seal: ReturnType<typeof valueSeal>) {
  const mark = async (reviewer: Reviewer, at: number): Promise<void> => {
    const key = endKeyOf(reviewer);
    await store.put(key, seal.seal(at, key), new Date(at + rememberedMs));
  };
  /** The time in milliseconds, `unreadable` if no state key opens it, or undefined. */
  const read = async (reviewer: Reviewer): Promise<number | "unreadable" | undefined> => {
    const key = endKeyOf(reviewer);
    const stored = await store.get(key);
    if (!stored) return undefined;
    const at = typeof stored.value === "string" ? seal.open(stored.value, key) : undefined;
    return typeof at === "number" ? at : "unreadable";
  };
  return {
    mark,
    async include({ reviewer, openedAt }: Kept): Promise<boolean> {
      const at = await read(reviewer);
      return at === "unreadable" || (at !== undefined && openedAt <= at);
    },
    /** Sessions that a mark without a key is about have no key either, so it may be replaced when one is opened. */
    async replaceUnreadable(reviewer: Reviewer, openedAt: number): Promise<void> {
      if ((await read(reviewer)) === "unreadable") await mark(reviewer, openedAt - 1);
    },
  };
}

/** Names in the store do not depend on the state key, so that they stay the same when it changes. Nobody can guess a secret. */
function keyOf(secret: string): string {
  return `inbox-session:${fingerprintOfText(`session ${secret}`)}`;
}

function endKeyOf(reviewer: Reviewer): string {
  return `inbox-signed-out:${fingerprintOfText(`owner ${ownerOf(reviewer)}`)}`;
}

function formTokenOf(secret: string): string {
  return fingerprintOfText(`form ${secret}`);
}

/** What the store holds of a session. */
type Kept = Omit<Session, "formToken">;

/** The person or operator to whom a session belongs. */
export function ownerOf(reviewer: Reviewer): string {
  if ("operator" in reviewer) return JSON.stringify([reviewer.operator]);
  const { id, issuer, tenant } = reviewer.principal;
  return JSON.stringify([issuer ?? null, tenant ?? null, id]);
}

/** A person's log-in ends with the session, or before. */
function endingBy(reviewer: Reviewer, until: Date): Reviewer {
  if ("operator" in reviewer) return { operator: reviewer.operator };
  const { principal } = reviewer;
  const expiresAt = Math.min(principal.expiresAt ?? Infinity, until.getTime() / 1000);
  return { principal: { ...principal, expiresAt } };
}

/** The path of a session's pages, in the inbox at `root`. */
export function sessionPath(root: string, { pathSecret }: Pick<Session, "pathSecret">): string {
  return `${root}/session/${pathSecret}`;
}

export function isFormOf({ formToken }: Session, given: string | undefined): boolean {
  return isSameText(formToken, given ?? "");
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
