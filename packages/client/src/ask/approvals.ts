import type { Plan } from "@proviso/manifest";
import type { Elicitation, ElicitationAnswer } from "../connection/connection.ts";
import type { OfferLink } from "./offer-links.ts";
import type { Reason } from "../decide/policy.ts";
import type { AskedNames } from "../tool/asked-names.ts";
import { type AskListener, answerMs, awaitAnswer } from "./await-answer.ts";
import { type QuestionNote, readNote, wasShown } from "./question-note.ts";
import type { CallRequest, Confirm, QuestionRequest } from "./request.ts";
import { isReadable, viewCall, viewQuestion } from "./view.ts";

/** A running call, for as long as the server may ask about it. */
export interface PendingCall {
  /** Asks about this call, instead of the guard's own. */
  readonly confirm: Confirm | undefined;
  readonly signal: AbortSignal | undefined;
  readonly request: Omit<CallRequest, "id" | "expiresAt" | "view" | "reasons" | "explanations" | "plan">;
  readonly fingerprint: string;
  /** The names by which the server may ask about it. */
  readonly named: AskedNames;
}

/** The result of asking a person. `unreadable`: too much to show, so nobody was asked. */
export type ApprovalOutcome = "approved" | "declined" | "unanswered" | "unreadable";

/**
 * Asks once: after a person has approved a call, answers the server's question about it.
 */
export interface Approvals {
  /** Whether a person can be asked about this call. */
  canAsk(call: PendingCall): boolean;
  open(call: PendingCall): void;
  close(call: PendingCall): void;
  /** Asks a person about the call. */
  approve(call: PendingCall, reasons: readonly Reason[], plan: Plan | undefined): Promise<ApprovalOutcome>;
  /** Starts an attempt: an approval answers one question of the server per attempt. */
  startAttempt(call: PendingCall): void;
  /** Whether the server got a yes in this attempt. */
  saidYes(call: PendingCall): boolean;
  answer(question: Elicitation): Promise<ElicitationAnswer>;
}

/** The state of a pending call. */
interface ApprovalState {
  /** What the person approved: the call with this plan. */
  approval?: { readonly plan: Plan | undefined };
  /** Whether the approval was used in this attempt. */
  used?: boolean;
  saidYes?: boolean;
}

const declineAnswer: ElicitationAnswer = { action: "decline" };
const cancelAnswer: ElicitationAnswer = { action: "cancel" };
/** The limit of other questions of the server between two calls, or during one. */
const maxQuestionsPerCall = 10;

/** The approvals of one session. */
interface AskingCall {
  readonly confirm: Confirm | undefined;
  readonly explain: (reason: Reason) => string;
  readonly listener: AskListener;
  readonly pending: Map<PendingCall, ApprovalState>;
  readonly offerLink: OfferLink;
  /** Questions of the server since the last call began. */
  questions: number;
}

export function createApprovals(
  confirm: Confirm | undefined,
  explain: (reason: Reason) => string,
  listener: AskListener,
  offerLink: OfferLink,
): Approvals {
  const pending = new Map<PendingCall, ApprovalState>();
  const asking: AskingCall = { confirm, explain, listener, pending, offerLink, questions: 0 };
  return {
    canAsk: (call) => (call.confirm ?? confirm) !== undefined,
    open(call) {
      asking.questions = 0;
      pending.set(call, {});
    },
    close: (call) => void pending.delete(call),
    approve: (call, reasons, plan) => approveCall(asking, call, reasons, plan),
    startAttempt(call) {
      const state = pending.get(call);
      if (state) Object.assign(state, { used: false, saidYes: false });
    },
    saidYes: (call) => pending.get(call)?.saidYes ?? false,
    async answer(question) {
      if ("url" in question) return answerLink(asking, question);
      const note = readNote(question.meta);
      if (!note) return answerQuestion(asking, question);
      const found = findPendingCall(pending, note);
      return found
        ? answerAboutCall(asking, found, note)
        : answerQuestion(asking, question, "No such call is under way.");
    },
  };
}

async function approveCall(
  { confirm, explain, listener, pending }: AskingCall,
  call: PendingCall,
  reasons: readonly Reason[],
  plan: Plan | undefined,
): Promise<ApprovalOutcome> {
  const bare = { ...call.request, ...newConfirmRequest(), reasons, explanations: reasons.map(explain) };
  const request = { ...bare, ...(plan ? { plan } : {}) };
  const view = viewCall(request);
  if (!isReadable(view)) return "unreadable";
  const answer = await awaitAnswer({ ...request, view }, call.confirm ?? confirm, listener, call.signal);
  if (typeof answer === "string") return answer;
  const state = pending.get(call);
  if (state) Object.assign(state, { approval: { plan }, used: false });
  return "approved";
}

async function answerAboutCall(
  asking: AskingCall,
  [call, state]: OpenCall,
  note: QuestionNote,
): Promise<ElicitationAnswer> {
  const isCovered = state.approval && !state.used && wasShown(note.plan, state.approval.plan);
  const approved = isCovered ? "approved" : await approveCall(asking, call, ["server"], note.plan);
  if (approved !== "approved")
    return asking.confirm && approved !== "declined" ? cancelAnswer : declineAnswer;
  Object.assign(state, { used: true, saidYes: true });
  const { phrase } = note;
  return { action: "accept", content: phrase === undefined ? { confirm: true } : { phrase } };
}

async function answerQuestion(
  asking: AskingCall,
  { message, schema }: Elicitation,
  warning?: string,
): Promise<ElicitationAnswer> {
  const { confirm, listener, pending } = asking;
  asking.questions += 1;
  const bare = { kind: "question", ...newConfirmRequest(), message, schema } as const;
  const request: Omit<QuestionRequest, "view"> = { ...bare, ...(warning === undefined ? {} : { warning }) };
  const view = viewQuestion(request);
  if (asking.questions > maxQuestionsPerCall || !isReadable(view)) return cancelAnswer;
  const answer = await awaitAnswer({ ...request, view }, confirm, listener, undefined);
  if (typeof answer === "string") return confirm && answer === "unanswered" ? cancelAnswer : declineAnswer;
  // What a server does with the answer is unknown.
  for (const state of pending.values()) state.saidYes = true;
  return answer.content ? { action: "accept", content: answer.content } : declineAnswer;
}

const linkActions = {
  opened: "accept",
  declined: "decline",
  unanswered: "cancel",
  refused: "decline",
} as const;

/** Offers a server's link, during calls only, because opening the page may have any effect. */
async function answerLink(asking: AskingCall, { message, url }: Elicitation): Promise<ElicitationAnswer> {
  const { offerLink, pending } = asking;
  asking.questions += 1;
  if (asking.questions > maxQuestionsPerCall || pending.size === 0) return cancelAnswer;
  const said = await offerLink(url, message);
  if (said !== "refused") for (const state of pending.values()) state.saidYes = true;
  return { action: linkActions[said] };
}

function newConfirmRequest(): { readonly id: string; readonly expiresAt: string } {
  return { id: crypto.randomUUID(), expiresAt: new Date(Date.now() + answerMs).toISOString() };
}

type OpenCall = readonly [PendingCall, ApprovalState];

/** Finds the call of a question. Prefers an approved one: an equal call may wait for a person. */
function findPendingCall(
  pending: ReadonlyMap<PendingCall, ApprovalState>,
  note: QuestionNote,
): OpenCall | undefined {
  const matches = [...pending].filter(
    ([call]) =>
      call.named.name === note.tool &&
      call.fingerprint === note.fingerprint &&
      call.named.hashes.includes(note.contractHash) &&
      (note.phrase === undefined || note.phrase === call.request.phrase),
  );
  const covered = matches.find(([, state]) => state.approval && !state.used);
  return covered ?? matches[0];
}
