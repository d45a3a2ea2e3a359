import { exceptionOf, isObject, serverAsks } from "@proviso/manifest";
import type { JsonObject, JsonSchema } from "@proviso/manifest";
import { callSentence, sentenceText } from "@proviso/manifest/question";
import type { FinalCheck, PlannedCall } from "../call/call.ts";
import { conditionScope, holds } from "../../tools/conditions.ts";
import { placesOf } from "./approval-places.ts";
import { endedBeforeUse, tooMuchToShow } from "../../api/not-approved.ts";
import { askApprovals, endPending, newsOf } from "./ask-approvals.ts";
import { confirmationMessage } from "./confirmation-message.ts";
import { exceptions } from "./exceptions.ts";
import { fingerprintOfText } from "../../canonical/fingerprint.ts";
import type { Answer, ConfirmationRequest, Outcome } from "../../api/outcome.ts";
import type { Store } from "../../api/ports.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { notApproved, refuse } from "../call/refuse.ts";
import { phraseOf } from "./phrase-of.ts";
import { confirmInProgram, grantSet, timeOf } from "./program-calls.ts";
import { putOnRecord } from "./put-on-record.ts";
import { withEdits } from "../call/with-edits.ts";
import type { Opened } from "../../seals/sealed-state.ts";
import type { Answered, Next, Stage } from "../call/stage.ts";
import { declined, nobodyToAsk, unanswered, type UnansweredReason } from "./unconfirmed.ts";

/**
 * Passes only with a person's answer to a question about exactly this call, given here or in the inbox. No argument counts as
 * an answer.
 */
export function confirm(runtime: Runtime): Stage<PlannedCall, PlannedCall> {
  const excepted = exceptions(runtime);
  return {
    name: "confirm",
    run(given, next) {
      // Final checks run in reverse order: the set counts once its approval is used.
      const call = given.set ? checkedLast(given, grantSet(given, given.set, runtime)) : given;
      const { approval, program } = call.options;
      if (call.edited) return runEdited({ ...call, edited: call.edited }, runtime, next);
      if (approval !== undefined) return runApproved(call, approval, runtime, next);
      const isAsked = call.lacksLogIn || needsPerson(call, runtime) || wasAsked(call, runtime);
      const asked = (): Promise<Outcome> => runAsked(call, runtime, next);
      const alone = (): Answered<Outcome> => {
        if (!isAsked) return runUnasked(call, runtime, next);
        return call.lacksLogIn || call.options.answer || !exceptionOf(call.tool.contract)
          ? asked()
          : excepted(call, next, asked);
      };
      return program ? confirmInProgram(call, program, isAsked, runtime, next, alone) : alone();
    },
  };
}

/** Runs a call that needs no person. Ends an equal call that waits only for a log-in; a person's denial of it still counts. */
function runUnasked(call: PlannedCall, runtime: Runtime, next: Next<PlannedCall>): Answered<Outcome> {
  if (!call.logIn || !runtime.approvals) return next(call);
  return next(checkedLast(call, () => endPending(call, runtime, "not_needed")));
}

async function runAsked(call: PlannedCall, runtime: Runtime, next: Next<PlannedCall>): Promise<Outcome> {
  const { answer, canAsk } = call.options;
  const { approvals, here } = placesOf(call, runtime);
  if (answer) return here ? checkAnswer(call, answer, runtime, next) : unanswered(call, "not_here");
  const canAskHere = here && canAsk === true;
  const how = canAskHere ? "look" : "ask";
  const known = approvals && (await askApprovals(call, approvals, how, runtime));
  if (typeof known === "function") return next(checkedLast(call, known));
  return known ?? (canAskHere ? ask(call, runtime) : nobodyToAsk(call));
}

/** Runs a call that an approver has narrowed, with that approval or not at all. */
async function runEdited(call: NarrowedCall, runtime: Runtime, next: Next<PlannedCall>): Promise<Outcome> {
  const { answer, approval } = call.options;
  if (approval !== undefined && approval !== call.edited.approval) return notApproved(call, endedBeforeUse);
  if (answer && readAnswer(call, answer) === "no") return (await endPending(call, runtime)) ?? declined(call);
  if (answer) return unanswered(call, "another_request");
  return withEdits(await runApproved(call, call.edited.approval, runtime, next), call.edited.edits);
}

/** Runs a call that was approved before, once, even if it no longer needs a person. */
async function runApproved(
  call: PlannedCall,
  approval: string,
  runtime: Runtime,
  next: Next<PlannedCall>,
): Promise<Outcome> {
  const { approvals } = placesOf(call, runtime);
  const known = approvals && (await askApprovals(call, approvals, { only: approval }, runtime));
  return typeof known === "function"
    ? next(checkedLast(call, known))
    : (known ?? notApproved(call, endedBeforeUse));
}

function checkedLast(call: PlannedCall, check: FinalCheck): PlannedCall {
  return { ...call, finalChecks: [...call.finalChecks, check] };
}

function needsPerson(call: PlannedCall, { clock, env }: Runtime): boolean {
  const { contract, confirmWhen } = call.tool;
  const asks = serverAsks(contract);
  if (asks === "when" && confirmWhen) return holds(confirmWhen, conditionScope(call, env, clock.now()));
  return asks !== "never";
}

/** Whether the call brings an answer to our question. It counts even if the call no longer needs one, because it may be a no. */
function wasAsked(call: PlannedCall, { clock, state }: Runtime): boolean {
  const { answer } = call.options;
  const opened = answer && state.open(answer.state, call, clock.now());
  return opened !== undefined && (opened.ok || opened.reason !== "forged");
}

/** A call whose arguments an approver has narrowed. */
type NarrowedCall = PlannedCall & Required<Pick<PlannedCall, "edited">>;

async function ask(call: PlannedCall, runtime: Runtime): Promise<Outcome> {
  const { name, hash } = call.tool.contract;
  const nonce = runtime.nonce();
  const phrase = phraseOf(call);
  const sealed = runtime.state.seal(call, call.planned?.hash ?? null, nonce, await timeOf(runtime));
  const { expiresAt } = sealed;
  const news = await newsOf(call, expiresAt, runtime);
  const message = confirmationMessage(call, { phrase, news, expiresAt, realm: runtime.realm });
  if (message === undefined) return notApproved(call, tooMuchToShow);
  call.history.request = fingerprintOfText(nonce);
  const request: ConfirmationRequest = {
    tool: name,
    fingerprint: call.fingerprint,
    contractHash: hash,
    input: call.input,
    summary: sentenceText(callSentence(call.tool.contract, call.input)),
    message,
    answerSchema: answerSchema(phrase),
    ...(call.planned && { plan: call.planned.plan }),
    ...(phrase !== undefined && { phrase }),
  };
  return { kind: "input_required", tool: name, request, state: sealed.state };
}

function answerSchema(phrase: string | undefined): JsonSchema {
  const [key, property] =
    phrase === undefined
      ? ["confirm", { type: "boolean", title: "Confirm", description: "True to run exactly what is shown." }]
      : ["phrase", { type: "string", title: "Approval phrase", description: `Type: ${phrase}` }];
  return { type: "object", properties: { [key]: property }, required: [key] };
}

async function checkAnswer(
  call: PlannedCall,
  answer: Answer,
  runtime: Runtime,
  next: Next<PlannedCall>,
): Promise<Outcome> {
  const opened = runtime.state.open(answer.state, call, await timeOf(runtime));
  if (!opened.ok) return unanswered(call, opened.reason);
  const request = fingerprintOfText(opened.question.nonce);
  call.history.request = request;
  const use = useUp(call, opened, runtime.store);
  const said = readAnswer(call, answer);
  if (said === "no") return (await use()) ?? (await endPending(call, runtime)) ?? declined(call);
  if (said !== "yes") return (await use()) ?? unanswered(call, said);
  if (opened.question.planHash !== (call.planned?.hash ?? null)) return (await use()) ?? moved(call);
  const approve: FinalCheck = async () =>
    (await use()) ??
    (await endPending(call, runtime)) ??
    (await putOnRecord(call, { request, askedAt: opened.askedAt.toISOString(), via: "host" }, runtime));
  return next(checkedLast(call, approve));
}

/**
 * Used questions are remembered longer than they are valid, because clocks differ and time passes between the check and the
 * use.
 */
const knownAfterExpiryMs = 60 * 60_000;

/** Marks the question as answered. Of several calls with the same answer, one continues. */
function useUp(call: PlannedCall, { question }: Extract<Opened, { ok: true }>, store: Store): FinalCheck {
  const knownUntil = new Date(question.expiresAt + knownAfterExpiryMs);
  return async () =>
    // Stryker disable next-line BooleanLiteral: only the key counts
    (await store.insert(`approval:${question.nonce}`, true, knownUntil))
      ? undefined
      : unanswered(call, "used");
}

/** Only the exact content approves. A form sent with `confirm: false` is a no; any other content is no answer. */
function readAnswer(
  call: PlannedCall,
  { action, content: answerContent }: Answer,
): "yes" | "no" | UnansweredReason {
  if (action === "decline") return "no";
  if (action !== "accept") return action;
  if (!isObject(answerContent)) return "another_answer";
  const phrase = phraseOf(call);
  if (isExactly(answerContent, phrase === undefined ? { confirm: true } : { phrase })) return "yes";
  return phrase === undefined && isExactly(answerContent, { confirm: false }) ? "no" : "another_answer";
}

function isExactly(answerContent: JsonObject, wanted: JsonObject): boolean {
  const keys = Object.keys(answerContent);
  return (
    // Stryker disable next-line MethodExpression: there is one key
    keys.length === 1 && keys.every((key) => Object.hasOwn(wanted, key) && answerContent[key] === wanted[key])
  );
}

function moved(call: PlannedCall): Outcome {
  return refuse(call, "plan_stale", "What the person was shown has changed since: ask again.");
}
