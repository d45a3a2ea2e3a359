import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";
import { canonicalJson, type ToolContract } from "@proviso/manifest";
import type { Principal } from "../api/principal.ts";
import { identityOf } from "../canonical/identity.ts";
import type { Realm } from "../api/approvals.ts";
import { isSameRealm } from "../canonical/realm.ts";
import { keyRing, type KeyRing } from "./key-ring.ts";

/** What a question to a person was about. */
export interface SealedQuestion extends Realm {
  readonly tool: string;
  /** The caller's identity: `identityOf`. */
  readonly principal: string;
  readonly fingerprint: string;
  readonly contractHash: string;
  readonly planHash: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly nonce: string;
}

export type Opened =
  | {
      readonly ok: true;
      readonly question: SealedQuestion;
      readonly askedAt: Date;
      readonly expiresAt: Date;
    }
  | { readonly ok: false; readonly reason: "forged" | "unknown_key" | "another_request" | "expired" };

/** The call that a question is about. */
interface AskedCall {
  readonly tool: { readonly contract: Pick<ToolContract, "name" | "hash"> };
  readonly principal: Principal;
  readonly fingerprint: string;
}

/** Seals questions with HMAC-SHA256, so that no state is kept for them and none can be forged. */
export interface SealedState {
  seal(
    call: AskedCall,
    planHash: string | null,
    nonce: string,
    now: Date,
  ): { readonly state: string; readonly expiresAt: Date };
  /** Checks that this server asked this principal about exactly this call, not too long ago. */
  open(state: string, call: AskedCall, now: Date): Opened;
}

const maxStateLength = 16_384;

export function sealedState(stateKeys: readonly Uint8Array[], approvalMs: number, realm: Realm): SealedState {
  const ring = keyRing(stateKeys, "proviso.approval.1");
  return {
    seal(call, planHash, nonce, now) {
      const expiresAt = now.getTime() + approvalMs;
      const question = canonicalJson({ ...realm, ...termsOfCall(call), planHash, expiresAt, nonce });
      const { id, secret } = ring.current;
      const body = Buffer.from(question).toString("base64url");
      const state = `${id}.${body}.${macOfState(secret, question).toString("base64url")}`;
      return { state, expiresAt: new Date(expiresAt) };
    },
    open(state, call, now) {
      const question = unsealState(ring, state);
      if (typeof question === "string") return { ok: false, reason: question };
      if (!isSameRealm(question, realm) || !isAboutCall(question, call))
        return { ok: false, reason: "another_request" };
      if (now.getTime() >= question.expiresAt) return { ok: false, reason: "expired" };
      const { expiresAt } = question;
      return {
        ok: true,
        question,
        askedAt: new Date(expiresAt - approvalMs),
        expiresAt: new Date(expiresAt),
      };
    },
  };
}

type CallTerms = Pick<SealedQuestion, "tool" | "principal" | "fingerprint" | "contractHash">;

function termsOfCall({ tool, principal, fingerprint }: AskedCall): CallTerms {
  const { name, hash } = tool.contract;
  return { tool: name, principal: identityOf(principal), fingerprint, contractHash: hash };
}

function isAboutCall(question: SealedQuestion, call: AskedCall): boolean {
  const { tool, principal, fingerprint, contractHash } = termsOfCall(call);
  return (
    question.tool === tool &&
    question.principal === principal &&
    question.fingerprint === fingerprint &&
    question.contractHash === contractHash
  );
}

const sealedPattern = /^([0-9a-f]{12})\.([\w-]+)\.([\w-]+)$/;

function unsealState(ring: KeyRing, state: unknown): SealedQuestion | "forged" | "unknown_key" {
  if (typeof state !== "string" || state.length > maxStateLength) return "forged";
  // Stryker disable next-line ArrayDeclaration, StringLiteral: what matches has all three parts
  const [, id = "", body = "", seal = ""] = sealedPattern.exec(state) ?? [];
  if (id === "") return "forged";
  const key = ring.byId(id);
  if (!key) return "unknown_key";
  const question = Buffer.from(body, "base64url").toString();
  const given = Buffer.from(seal, "base64url");
  const wanted = macOfState(key.secret, question);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return "forged";
  // The MAC is valid, so this server wrote it.
  return JSON.parse(question) as SealedQuestion;
}

function macOfState(key: KeyObject, question: string): Buffer {
  return createHmac("sha256", key).update(question).digest();
}
