import { canonicalJson, metaKeys } from "@proviso/manifest";
import type { JsonObject, JsonSchema, Plan, RiskLevel, SideEffect } from "@proviso/manifest";
import type { Elicitation, ElicitationAnswer } from "./connection.ts";
import type { Change } from "./pinning/compare-faces.ts";
import type { Environment, Reason } from "./policy.ts";
import { asObject } from "./json.ts";

/** A call that waits for a person: everything that they approve, and nothing else. */
export interface CallRequest {
  readonly kind: "call";
  /** Of this request alone; an answer counts only for the request whose id it bears. */
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly riskLevel: RiskLevel | "unclassified";
  readonly env: Environment;
  /** Every argument, as it will be sent. */
  readonly input: JsonObject;
  /** Absent when nothing reliable is known: assume the worst. */
  readonly effects?: readonly SideEffect[];
  /** Those of the effects that cannot be undone, each as a sentence. Absent with `effects`. */
  readonly irreversible?: readonly string[];
  readonly plan?: Plan;
  /** How the tool differs from what is known of it, where it does. The server chose these words. */
  readonly changes?: readonly Change[];
  readonly reasons: readonly Reason[];
  /** The reasons as sentences for a person, in the same order. */
  readonly explanations: readonly string[];
  /** What the person has to type, for critical tools. */
  readonly phrase?: string;
}

/** Any other question of the server. */
export interface QuestionRequest {
  readonly kind: "question";
  readonly id: string;
  readonly message: string;
  readonly schema: JsonSchema;
  /** Present when the question claims to confirm a call, but no such call is under way. */
  readonly warning?: string;
}

export type ConfirmRequest = CallRequest | QuestionRequest;

/** Made by `answeredByPerson`. `phrase` answers a call that has one, `content` a question. */
export type ConfirmAnswer =
  | { readonly approved: false }
  | {
      readonly approved: true;
      /** The id of the request that the person saw. Plain JSON, so that it may come from another program. */
      readonly requestId: string;
      readonly phrase?: string;
      readonly content?: JsonObject;
    };

/**
 * Asks a person. Must not answer by itself: no default, no timer, no model. When the call is cancelled, `signal` says so, and
 * nobody waits for the answer any more: the dialog should go.
 */
export type Confirm = (request: ConfirmRequest, signal?: AbortSignal) => Promise<ConfirmAnswer>;

/** What a person did at the question. `yes` alone approves a call without a phrase. */
export interface PersonSaid {
  readonly yes: boolean;
  /** As typed. */
  readonly phrase?: string;
  readonly content?: JsonObject;
}

/**
 * Marks an answer as given by a person in this very request. Call it where the person's click or key arrives, with
 * what they gave; nothing is filled in for them, and what is missing makes it a no.
 */
export function answeredByPerson(request: ConfirmRequest, said: PersonSaid): ConfirmAnswer {
  const { yes, phrase, content } = said;
  if (yes !== true) return no;
  const requestId = request.id;
  if (request.kind === "question")
    return content && Object.keys(content).length > 0 ? { approved: true, requestId, content } : no;
  if (request.phrase === undefined) return { approved: true, requestId };
  return phrase?.trim() === request.phrase ? { approved: true, requestId, phrase: phrase.trim() } : no;
}

/** A call under way, for as long as the server may ask about it. */
export interface PendingCall {
  /** Asks about this call, in place of the guard's own. */
  readonly confirm: Confirm | undefined;
  readonly signal: AbortSignal | undefined;
  readonly request: Omit<CallRequest, "id" | "reasons" | "explanations" | "plan">;
  readonly fingerprint: string;
  /** The contract by which the server names the call. */
  readonly shown: { readonly name: string; readonly hash: string | undefined };
}

/** Asks each thing once: the server's question about a call that a person has just approved is not put again. */
export interface ConfirmationDesk {
  /** Whether there is anybody to ask about this call. */
  canAsk(call: PendingCall): boolean;
  open(call: PendingCall): void;
  close(call: PendingCall): void;
  /** Puts the call to the person. */
  approve(call: PendingCall, reasons: readonly Reason[], plan: Plan | undefined): Promise<boolean>;
  /** An approval answers one question per attempt; this starts an attempt. */
  arm(call: PendingCall): void;
  answer(question: Elicitation): Promise<ElicitationAnswer>;
}

interface Approval {
  readonly plan: Plan | undefined;
  used: boolean;
}

const no: ConfirmAnswer = { approved: false };
const decline: ElicitationAnswer = { action: "decline" };

/** Whether an answer is one to this very request, with all that it wants. */
function isBound(request: ConfirmRequest, answer: ConfirmAnswer & { readonly approved: true }): boolean {
  if (answer.requestId !== request.id) return false;
  // Seed 001 wants explicit confirmation: an empty answer says nothing.
  if (request.kind === "question") return Object.keys(answer.content ?? {}).length > 0;
  return request.phrase === undefined || answer.phrase?.trim() === request.phrase;
}

/** What the desk tells of each question. */
export interface AskListener {
  asked(request: ConfirmRequest): void;
  answered(request: ConfirmRequest, approved: boolean): void;
}

type Ask = (
  request: ConfirmRequest,
  confirm: Confirm | undefined,
  signal?: AbortSignal,
) => Promise<ConfirmAnswer>;

function createAsk(listener: AskListener): Ask {
  return async (request, confirm, signal) => {
    // A copy: what a host does to it changes nothing that is sent. A host that fails to ask has no answer.
    if (!confirm) return no;
    listener.asked(structuredClone(request));
    const answer = await Promise.race([answerOf(confirm, structuredClone(request), signal), aborted(signal)]);
    // Nobody has answered, and whatever comes now is about a call that will not be made.
    if (signal?.aborted) return no;
    const given = answer?.approved === true && isBound(request, answer) ? answer : no;
    listener.answered(request, given.approved);
    return given;
  };
}

async function answerOf(
  confirm: Confirm,
  request: ConfirmRequest,
  signal: AbortSignal | undefined,
): Promise<ConfirmAnswer | undefined> {
  try {
    return await (signal ? confirm(request, signal) : confirm(request));
  } catch {
    return undefined;
  }
}

/** Never, without a signal. */
function aborted(signal: AbortSignal | undefined): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(undefined);
    signal?.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

export function createConfirmationDesk(
  confirm: Confirm | undefined,
  explain: (reason: Reason) => string,
  listener: AskListener,
): ConfirmationDesk {
  const approvals = new Map<PendingCall, Approval | undefined>();

  const ask = createAsk(listener);

  async function approve(
    call: PendingCall,
    reasons: readonly Reason[],
    plan: Plan | undefined,
  ): Promise<boolean> {
    const explanations = reasons.map(explain);
    const id = crypto.randomUUID();
    const request = { ...call.request, id, reasons, explanations, ...(plan ? { plan } : {}) };
    const { approved } = await ask(request, call.confirm ?? confirm, call.signal);
    if (approved && approvals.has(call)) approvals.set(call, { plan, used: false });
    return approved;
  }

  async function answerAboutCall(call: PendingCall, note: Note): Promise<ElicitationAnswer> {
    const approval = approvals.get(call);
    const isCovered = approval && !approval.used && samePlan(note.plan, approval.plan);
    if (!isCovered && !(await approve(call, ["server"], note.plan))) return decline;
    const used = approvals.get(call);
    if (used) used.used = true;
    const { phrase } = call.request;
    return {
      action: "accept",
      content: note.phrase === undefined ? { confirm: true } : { phrase: phrase ?? "" },
    };
  }

  async function answerQuestion(
    question: Elicitation,
    warning: string | undefined,
  ): Promise<ElicitationAnswer> {
    const { message, schema } = question;
    const id = crypto.randomUUID();
    const warned = warning === undefined ? {} : { warning };
    const answer = await ask({ kind: "question", id, message, schema, ...warned }, confirm);
    return answer.approved && answer.content ? { action: "accept", content: answer.content } : decline;
  }

  return {
    canAsk: (call) => (call.confirm ?? confirm) !== undefined,
    open: (call) => void approvals.set(call, undefined),
    close: (call) => void approvals.delete(call),
    approve,
    arm(call) {
      const approval = approvals.get(call);
      if (approval) approval.used = false;
    },
    async answer(question) {
      const note = readNote(question.meta);
      if (!note) return answerQuestion(question, undefined);
      const call = findCall(approvals, note);
      return call ? answerAboutCall(call, note) : answerQuestion(question, "No such call is under way.");
    },
  };
}

interface Note {
  readonly tool: string;
  readonly fingerprint: string;
  readonly contractHash: string;
  readonly plan: Plan | undefined;
  readonly phrase: string | undefined;
}

function readNote(meta: JsonObject): Note | undefined {
  const note = asObject(meta[metaKeys.confirmation]);
  if (!note) return undefined;
  const { tool, fingerprint, contractHash, plan, phrase } = note;
  return {
    tool: String(tool),
    fingerprint: String(fingerprint),
    contractHash: String(contractHash),
    plan: asObject(plan) as Plan | undefined,
    phrase: typeof phrase === "string" ? phrase : undefined,
  };
}

/** An approved call first: of two equal ones the other may still be waiting for its person. */
function findCall(
  approvals: ReadonlyMap<PendingCall, Approval | undefined>,
  note: Note,
): PendingCall | undefined {
  const matches = [...approvals].filter(
    ([call]) =>
      call.shown.name === note.tool &&
      call.fingerprint === note.fingerprint &&
      call.shown.hash === note.contractHash &&
      (note.phrase === undefined || note.phrase === call.request.phrase),
  );
  const covered = matches.find(([, approval]) => approval && !approval.used);
  return (covered ?? matches[0])?.[0];
}

/** Whether the server's plan shows nothing that the person has not seen. The estimate may vary from run to run. */
function samePlan(server: Plan | undefined, seen: Plan | undefined): boolean {
  if (!server) return true;
  return seen !== undefined && planText(server) === planText(seen);
}

function planText(plan: Plan): string {
  return canonicalJson({ ...plan, estimatedDurationMs: 0 });
}
