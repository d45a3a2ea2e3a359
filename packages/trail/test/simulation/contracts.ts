import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { HandlerTable, ToolContext } from "../../../server/src/api/handler.ts";
import { inSteps } from "../../../server/src/api/steps.ts";
import { criticalRisk, failureMode, tool } from "../../../server/test/sample.ts";
import type { Port } from "../../../server/test/simulation/ports.ts";

export type ToolName =
  | (typeof toolNames)[number]
  | (typeof spendingNames)[number]
  | (typeof steppedNames)[number];
export const toolNames = ["notes.create", "notes.pay", "notes.send", "notes.publish", "notes.post"] as const;
/** Tools with a budget: without a key of its own, and with key fields and a tool that finds out what became of a call. */
export const spendingNames = ["notes.spend", "notes.disburse"] as const;
/** Tools made of steps, with key fields: without and with a tool that finds out what became of a step. */
export const steppedNames = ["notes.book", "notes.ship"] as const;
/** Of each tool with a budget, in all. */
export const maxCents = 500;
/** Of `notes.post`, in all, for the one caller that there is. */
export const maxPosts = 1;
export const readerName = "notes.find";

/**
 * A tool without a key of its own, one with key fields, one of which another finds out what became of it, and one that a person
 * approves; and one that may run once a day.
 */
export function contractsOf(timeoutMs: number): readonly ToolContract[] {
  const made = { timeoutMs, failureModes: [failureMode("note_too_long", "never")] };
  const idempotency = { key: ["text"], ttlMs: 24 * 60 * 60_000 };
  return [
    tool(made),
    tool({ ...made, name: "notes.pay", idempotency }),
    tool({ ...made, name: "notes.send", idempotency, reconcile: readerName }),
    tool({
      ...made,
      name: readerName,
      inputSchema: { type: "object", properties: { callId: {} }, required: ["callId"] },
      sideEffects: [],
      hints: { ...tool().hints, readOnlyHint: true },
    }),
    tool({ ...made, name: "notes.publish", ...criticalRisk }),
    tool({ ...made, ...spending, name: "notes.spend" }),
    tool({ ...made, ...spending, name: "notes.disburse", idempotency, reconcile: readerName }),
    tool({ ...made, name: "notes.post", rateLimit: { limit: maxPosts, perMs: 24 * 60 * 60_000 } }),
    tool({ ...made, name: "notes.book", idempotency }),
    tool({ ...made, name: "notes.ship", idempotency, reconcile: readerName }),
  ];
}

const spending = {
  inputSchema: {
    type: "object",
    properties: { text: { type: "string" }, cents: { type: "integer", minimum: 0 } },
    required: ["text", "cents"],
  },
  budget: { of: "input.cents", per: "principal", limit: maxCents, everyMs: 24 * 60 * 60_000 },
} as const satisfies Partial<ToolContract>;

/** What an effect costs: two do not always fit into the budget. */
export function centsOf(text: string): number {
  return { x: 300, y: 250 }[text] ?? 200;
}

export function inputOf(called: ToolName, text: string): JsonObject {
  return spendingNames.some((name) => name === called) ? { text, cents: centsOf(text) } : { text };
}

export interface Effect {
  readonly text: string;
  readonly callId: string;
}

export function isStepped(called: string): boolean {
  return steppedNames.some((name) => name === called);
}

/** A step of a call, whose effect has this key in a system that knows no keys. */
export interface Step extends Effect {
  readonly step: string;
  readonly key: string;
}

/** The steps of `notes.book` and `notes.ship`. */
export function stepsOf(text: string): readonly string[] {
  return text === "x" ? ["one", "two", "three"] : ["one", "two"];
}

/** The effect is the last act of the handler, in a system that knows no keys. */
export function handlersOf(
  tools: readonly ToolContract[],
  port: Port,
  { onBegin, onEffect, onStep, hasEffect }: Effects,
): HandlerTable<object> {
  const handler = async ({ text }: { readonly text: string }, context: ToolContext<Failures, object>) => {
    const { callId, fail } = context;
    onBegin({ text, callId });
    await port({
      label: `handler of ${text}`,
      isOwn: true,
      act: () => null,
      fates: ["slow", "fail"],
      others: { decline: () => Promise.reject(fail.noteTooLong()) },
    });
    await port({
      label: `effect ${text}`,
      act: () => onEffect({ text, callId }),
      fates: ["slow", "fail", "lose", "late"],
    });
    return { id: callId };
  };
  const stepped = inSteps(
    async ({ text }: { readonly text: string }, { callId, fail, step }: ToolContext<Failures, object>) => {
      let id = "";
      for (const name of stepsOf(text)) {
        await port({
          label: `before ${name} of ${text}`,
          isOwn: true,
          act: () => null,
          fates: ["slow", "fail"],
        });
        ({ id } = await step(name, { after: id }, async (key) => {
          const mine = { text, callId, step: name, key };
          onStep("entered", mine);
          const decline = (): Promise<never> => {
            onStep("declined", mine);
            return Promise.reject(fail.noteTooLong());
          };
          const act = (): void => onStep("acted", mine);
          const fates = ["slow", "fail", "lose", "late"] as const;
          await port({ label: `step ${name} of ${text}`, act, fates, others: { decline } });
          return { id: key };
        }));
      }
      return { id };
    },
  );
  const reader = ({ callId }: { readonly callId: string }, { fail }: ToolContext<Failures, object>) =>
    port({
      label: "asks for an effect",
      act: () => (hasEffect(callId) ? { id: callId } : Promise.reject(fail.noteTooLong())),
      fates: ["slow", "fail"],
    });
  const handlers = tools.map(({ name }) => [
    name,
    isStepped(name) ? stepped : name === readerName ? reader : handler,
  ]);
  return Object.fromEntries(handlers) as unknown as HandlerTable<object>;
}

/** The system in which effects happen. */
export interface Effects {
  /** A handler was entered. */
  onBegin(effect: Effect): void;
  onEffect(effect: Effect): void;
  /** What a step did, or did not: a declared failure says that it has done nothing. */
  onStep(what: "entered" | "acted" | "declined", step: Step): void;
  /** Whether a call, or a step with this key, has had its effect. */
  hasEffect(callId: string): boolean;
}

interface Failures {
  readonly noteTooLong: () => Error;
}
