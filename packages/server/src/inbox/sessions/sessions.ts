import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Json } from "@proviso/manifest";
import type { Reviewer } from "../../api/approval-desk.ts";
import type { Clock, Store } from "../../api/ports.ts";
import { fingerprintOfText } from "../../canonical/fingerprint.ts";
import { valueSeal } from "../../pipeline/seals/sealed-value.ts";
import type { Cookies } from "./cookies.ts";

/** A person or an operator, signed in with one browser. */
export interface Session {
  readonly reviewer: Reviewer;
  /** In every form of this session, so that forms of other sites are refused. */
  readonly formToken: string;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
}

export interface Sessions {
  /** Ends the browser's old session and opens one with a new secret. The result is a `Set-Cookie` header. */
  open(reviewer: Reviewer, request: Request): Promise<string>;
  find(request: Request): Promise<Session | undefined>;
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
  const isEnded = async ({ reviewer, openedAt }: Kept): Promise<boolean> => {
    const key = endKeyOf(reviewer);
    const ended = await store.get(key);
    if (!ended) return false;
    const at = typeof ended.value === "string" ? seal.open(ended.value, key) : undefined;
    return typeof at !== "number" || openedAt <= at;
  };
  const end = async (request: Request): Promise<void> => {
    const secret = secretIn(request);
    if (secret !== undefined) await store.delete(keyOf(secret));
  };
  return {
    async open(reviewer, request) {
      await end(request);
      const secret = randomBytes(32).toString("base64url");
      const openedAt = (await now()).getTime();
      const until = new Date(openedAt + sessionMs);
      const key = keyOf(secret);
      const kept: Kept = { reviewer: endingBy(reviewer, until), openedAt };
      const value = seal.seal(kept as unknown as Json, key);
      await store.put(key, value, until);
      return cookies.write(cookie, secret, Math.floor(sessionMs / 1000));
    },
    async find(request) {
      const secret = secretIn(request);
      if (secret === undefined) return undefined;
      const key = keyOf(secret);
      const value = (await store.get(key))?.value;
      const opened = typeof value === "string" ? seal.open(value, key) : undefined;
      if (opened === undefined) return undefined;
      const kept = opened as unknown as Kept;
      return (await isEnded(kept)) ? undefined : { ...kept, formToken: formTokenOf(secret) };
    },
    async close(request) {
      await end(request);
      return cookies.write(cookie, "", 0);
    },
    async closeAll(reviewer) {
      const key = endKeyOf(reviewer);
      const at = (await now()).getTime();
      await store.put(key, seal.seal(at, key), new Date(at + rememberedMs));
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
type Kept = Pick<Session, "reviewer" | "openedAt">;

/** The person or operator to whom a session belongs. */
export function ownerOf(reviewer: Reviewer): string {
  if ("operator" in reviewer) return JSON.stringify([reviewer.operator]);
  const { id, tenant } = reviewer.principal;
  return JSON.stringify([tenant ?? null, id]);
}

/** A person's log-in ends with the session, or before. */
function endingBy(reviewer: Reviewer, until: Date): Reviewer {
  if ("operator" in reviewer) return { operator: reviewer.operator };
  const { principal } = reviewer;
  const expiresAt = Math.min(principal.expiresAt ?? Infinity, until.getTime() / 1000);
  return { principal: { ...principal, expiresAt } };
}

export function isFormOf({ formToken }: Session, given: string | undefined): boolean {
  const [wanted, found] = [Buffer.from(formToken), Buffer.from(given ?? "")];
  return found.length === wanted.length && timingSafeEqual(wanted, found);
}
