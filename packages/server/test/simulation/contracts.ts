import type { ToolContract } from "@proviso/manifest";
import type { HandlerTable, ToolContext } from "../../src/api/handler.ts";
import { criticalRisk, failureMode, tool } from "../sample.ts";
import type { Port } from "./ports.ts";

export type ToolName = "notes.create" | "notes.pay" | "notes.publish";

/** A tool without a key of its own, one with key fields, and one that a person approves. */
export function contractsOf(timeoutMs: number): readonly ToolContract[] {
  const made = { timeoutMs, failureModes: [failureMode("note_too_long", "never")] };
  const idempotency = { key: ["text"], ttlMs: 24 * 60 * 60_000 };
  return [
    tool(made),
    tool({ ...made, name: "notes.pay", idempotency }),
    tool({ ...made, name: "notes.publish", ...criticalRisk }),
  ];
}

export interface Effect {
  readonly text: string;
  readonly callId: string;
}

/** The effect is the last act of the handler, in a system that knows no keys. */
export function handlersOf(
  tools: readonly ToolContract[],
  port: Port,
  onEffect: (effect: Effect) => void,
): HandlerTable<object> {
  const handler = async ({ text }: { readonly text: string }, context: ToolContext<Failures, object>) => {
    const { callId, fail } = context;
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
  return Object.fromEntries(tools.map(({ name }) => [name, handler])) as unknown as HandlerTable<object>;
}

interface Failures {
  readonly noteTooLong: () => Error;
}
