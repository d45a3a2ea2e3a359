import type { Answer, Outcome } from "../../../server/src/api/outcome.ts";
import type { Machine, Request } from "./machines.ts";
import { isStepped, type ToolName } from "./contracts.ts";
import { runAs } from "../../../server/test/simulation/platform.ts";
import type { Process, Scheduler } from "../../../server/test/simulation/scheduler.ts";

/** An effect that somebody wants once. It is named by its text. */
export interface Wish {
  readonly tool: ToolName;
  readonly text: string;
  /** Whether the caller sends a key of its own: the text. */
  readonly hasOwnKey: boolean;
}

export interface ClientSetup {
  readonly wish: Wish;
  /** The machines that it calls, one attempt after the other. */
  readonly machines: readonly string[];
  /** What its person answers. */
  readonly answer: "accept" | "decline";
}

/** What a client learns, in the order in which it happens. */
export interface ClientEvents {
  accepted(wish: Wish): void;
  told(wish: Wish, outcome: Outcome | "nothing"): void;
}

type Send = (request: Request, machine: Machine) => Promise<Outcome | "nothing">;

/**
 * Over a network that loses and doubles requests, and loses answers. Whoever hears nothing is told so: clients give up after a
 * while.
 */
export function network(time: Scheduler, sender: Process, wish: Wish, events: ClientEvents): Send {
  return (request, machine) =>
    new Promise((resolve) => {
      const hear = (outcome: Outcome | "nothing"): void => {
        events.told(wish, outcome);
        resolve(outcome);
      };
      const answer = (outcome: Outcome | "nothing"): void => {
        const label = `answer of ${machine.name}: ${wordFor(outcome)}`;
        const heard = time.port(sender, { label, act: () => null, fates: ["lose"], isOwn: true });
        void heard.then(
          () => hear(outcome),
          () => hear("nothing"),
        );
      };
      const deliver = (): void => machine.invoke(request, answer);
      const twice = (): void => {
        deliver();
        machine.invoke(request, (outcome) => events.told(wish, outcome));
      };
      const label = `asks ${machine.name} for ${wish.tool} ${wish.text}${request.options.answer ? ", answered" : ""}`;
      const asked = time.port(sender, { label, act: deliver, fates: ["fail"], others: { twice } });
      asked.catch(() => hear("nothing"));
    });
}

/** A word or two for an outcome: its kind, or the code of its failure. */
export function wordFor(outcome: Outcome | "nothing"): string {
  if (outcome === "nothing") return outcome;
  if ("failure" in outcome) return `${outcome.kind} ${outcome.failure.code}`;
  return outcome.kind === "completed" && outcome.replayed ? "replayed" : outcome.kind;
}

/** Calls until it knows, or has called every machine of its list. It repeats only what is safe to repeat. */
export async function runClient(
  { wish, machines, answer }: ClientSetup,
  find: (name: string) => Machine,
  send: Send,
  events: Pick<ClientEvents, "accepted">,
): Promise<void> {
  const { tool, text, hasOwnKey } = wish;
  let answered: Answer | undefined;
  for (const name of machines) {
    const options = { ...(hasOwnKey && { idempotencyKey: text }), ...(answered && { answer: answered }) };
    const outcome = await send({ tool, text, options }, find(name));
    if (outcome === "nothing") {
      if (!isRepeatable(wish) && !answered) return;
    } else if (outcome.kind === "input_required") {
      const { state } = outcome;
      if (answer === "accept") events.accepted(wish);
      answered = { state, action: answer, ...(answer === "accept" && { content: contentOf(outcome) }) };
    } else if ("failure" in outcome && outcome.failure.retry === "after") await pause();
    else return;
  }
}

export function isRepeatable({ tool, hasOwnKey }: Wish): boolean {
  return (
    hasOwnKey || isStepped(tool) || tool === "notes.pay" || tool === "notes.send" || tool === "notes.disburse"
  );
}

function contentOf({ request: { phrase } }: Extract<Outcome, { kind: "input_required" }>) {
  return phrase === undefined ? { confirm: true } : { phrase };
}

/** Milliseconds between two attempts. */
const pauseMs = 3000;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/** Starts a client as a process of its own. */
export function startClient(process: Process, run: () => Promise<void>, onEnd: () => void): void {
  void runAs(process, run).then(onEnd);
}
