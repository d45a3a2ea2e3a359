import type { Plan } from "@proviso/manifest";
import type { Elicitation, ElicitationAnswer } from "../connection/connection.ts";
import type { Reason } from "../decide/policy.ts";
import { answerMs, askPerson } from "./ask-person.ts";
import type { AskListener } from "./ask-person.ts";
import type { Note } from "./confirmation-note.ts";
import { wasShown, readNote } from "./confirmation-note.ts";
import type { CallRequest, Confirm, QuestionRequest } from "./request.ts";
import { isReadable, viewCall, viewQuestion } from "./view.ts";

/** How a server names a tool and its contract when it asks for confirmation. */
export interface Named {
  readonly name: string;
  /** The name whose words a person types. */
  readonly spoken: string;
  readonly hashes: readonly string[];
}

/** A call under way, for as long as the server may ask about it. */
export interface PendingCall {
  /** Asks about this call, in place of the guard's own. */
  readonly confirm: Confirm | undefined;
  readonly signal: AbortSignal | undefined;
  readonly request: Omit<CallRequest, "id" | "expiresAt" | "view" | "reasons" | "explanations" | "plan">;
  readonly fingerprint: string;
  /** How the server names the call when it asks. */
  readonly named: Named;
}

/** `unreadable`: there is more to approve than a person can look at, so nobody was asked. */
export type Approved = "approved" | "declined" | "unanswered" | "unreadable";

/** Asks each thing once: the server's question about a call that a person has just approved is not put again. */
export interface Approvals {
  /** Whether there is anybody to ask about this call. */
  canAsk(call: PendingCall): boolean;
  open(call: PendingCall): void;
  close(call: PendingCall): void;
  /** Puts the call to the person. */
  approve(call: PendingCall, reasons: readonly Reason[], plan: Plan | undefined): Promise<Approved>;
  /** An approval answers one question per attempt; this starts an attempt. */
  startAttempt(call: PendingCall): void;
  /** Whether the server has heard a yes in this attempt. */
  saidYes(call: PendingCall): boolean;
  answer(question: Elicitation): Promise<ElicitationAnswer>;
}

/** What is known of a pending call. */
interface State {
  /** What the person has approved: the call with this plan. */
  approval?: { readonly plan: Plan | undefined };
  /** Whether the approval has answered a question in this attempt. */
  used: boolean;
  saidYes: boolean;
}

const decline: ElicitationAnswer = { action: "decline" };
const cancel: ElicitationAnswer = { action: "cancel" };
/** Questions of a server between two calls, or during one, that a person may be troubled with. */
const mostQuestions = 10;

/** Everything that is asked in one session. */
interface Asking {
  readonly confirm: Confirm | undefined;
  readonly explain: (reason: Reason) => string;
  readonly listener: AskListener;
  readonly pending: Map<PendingCall, State>;
  /** Questions of the server since a call was last opened. */
  questions: number;
}

export function createApprovals(
  confirm: Confirm | undefined,
  explain: (reason: Reason) => string,
  listener: AskListener,
): Approvals {
  const pending = new Map<PendingCall, State>();
  const asking: Asking = { confirm, explain, listener, pending, questions: 0 };
  return {
    canAsk: (call) => (call.confirm ?? confirm) !== undefined,
    open(call) {
      asking.questions = 0;
      pending.set(call, { used: false, saidYes: false });
    },
    close: (call) => void pending.delete(call),
    approve: (call, reasons, plan) => approve(asking, call, reasons, plan),
    startAttempt(call) {
      const state = pending.get(call);
      if (state) Object.assign(state, { used: false, saidYes: false });
    },
    saidYes: (call) => pending.get(call)?.saidYes ?? false,
    async answer(question) {
      const note = readNote(question.meta);
      if (!note) return answerQuestion(asking, question);
      const call = findCall(pending, note);
      return call
        ? answerAboutCall(asking, call, note)
        : answerQuestion(asking, question, "No such call is under way.");
    },
  };
}

async function approve(
  { confirm, explain, listener, pending }: Asking,
  call: PendingCall,
  reasons: readonly Reason[],
  plan: Plan | undefined,
): Promise<Approved> {
  const bare = { ...call.request, ...newRequest(), reasons, explanations: reasons.map(explain) };
  const request = { ...bare, ...(plan ? { plan } : {}) };
  const view = viewCall(request);
  if (!isReadable(view)) return "unreadable";
  const answer = await askPerson({ ...request, view }, call.confirm ?? confirm, listener, call.signal);
  if (typeof answer === "string") return answer;
  const state = pending.get(call);
  if (state) Object.assign(state, { approval: { plan }, used: false });
  return "approved";
}

async function answerAboutCall(asking: Asking, call: PendingCall, note: Note): Promise<ElicitationAnswer> {
  const state = asking.pending.get(call);
  const isCovered = state?.approval && !state.used && wasShown(note.plan, state.approval.plan);
  const approved = isCovered ? "approved" : await approve(asking, call, ["server"], note.plan);
  if (approved !== "approved") return asking.confirm && approved !== "declined" ? cancel : decline;
  if (state) Object.assign(state, { used: true, saidYes: true });
  const { phrase } = call.request;
  return {
    action: "accept",
    content: note.phrase === undefined ? { confirm: true } : { phrase: phrase ?? "" },
  };
}

async function answerQuestion(
  asking: Asking,
  { message, schema }: Elicitation,
  warning?: string,
): Promise<ElicitationAnswer> {
  const { confirm, listener, pending } = asking;
  asking.questions += 1;
  const bare = { kind: "question", ...newRequest(), message, schema } as const;
  const request: Omit<QuestionRequest, "view"> = { ...bare, ...(warning === undefined ? {} : { warning }) };
  const view = viewQuestion(request);
  if (asking.questions > mostQuestions || !isReadable(view)) return cancel;
  const answer = await askPerson({ ...request, view }, confirm, listener, undefined);
  if (typeof answer === "string") return confirm && answer === "unanswered" ? cancel : decline;
  // Nobody knows what a server does with the answer.
  for (const state of pending.values()) state.saidYes = true;
  return answer.content ? { action: "accept", content: answer.content } : decline;
}

function newRequest(): { readonly id: string; readonly expiresAt: string } {
  return { id: crypto.randomUUID(), expiresAt: new Date(Date.now() + answerMs).toISOString() };
}

/** An approved call first: of two equal ones the other may still be waiting for its person. */
function findCall(pending: ReadonlyMap<PendingCall, State>, note: Note): PendingCall | undefined {
  const matches = [...pending].filter(
    ([call]) =>
      call.named.name === note.tool &&
      call.fingerprint === note.fingerprint &&
      call.named.hashes.includes(note.contractHash) &&
      (note.phrase === undefined || note.phrase === call.request.phrase),
  );
  const covered = matches.find(([, state]) => state.approval && !state.used);
  return (covered ?? matches[0])?.[0];
}
