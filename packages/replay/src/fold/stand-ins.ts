import { isForPeople, type ToolContract } from "@proviso/manifest";
import { type HandlerTable, type Policies, ToolFailure } from "@proviso/server/gate";
import { isOfHandler, type RecordedCall } from "../trail/recorded-call.ts";
import type { Known } from "./known.ts";

/** The call that a world decides now. */
export interface CurrentCall {
  readonly call: RecordedCall;
  readonly known: Known;
  isRepeated: boolean;
  ran: boolean;
  isAssumed: boolean;
  /** Set while the call is made with the person's yes. */
  isAnswered: boolean;
}

/** What stands in for a host asks of its world. */
export interface Surroundings {
  current(): CurrentCall | undefined;
  /** Whether this world assumes what favours the call. Notes that something was assumed. */
  assume(): boolean;
  /** Lets the world's clock reach a time. */
  advance(time: number): void;
}

/** What a host would give to its server. */
export interface StandIns {
  readonly handlers: HandlerTable<unknown>;
  readonly people: HandlerTable<unknown>;
  readonly policies: Policies;
  readonly requirements: Readonly<Record<string, () => boolean>>;
  readonly visible: () => boolean;
}

/** In place of handlers, policies and resolvers: each does as the trail tells, or as the world assumes. None can have an effect. */
export function standIns(
  tools: readonly ToolContract[],
  { advance, assume, current }: Surroundings,
): StandIns {
  const isSo = (answer: string | boolean | undefined, yes: string | boolean): boolean =>
    answer === "unknown" || answer === undefined ? assume() : answer === yes;

  function execute(failures: readonly string[]): object {
    const { call } = Object.assign(current() ?? {}, { ran: true }) as Partial<CurrentCall>;
    if (call?.ended !== undefined) advance(call.endedAt);
    const [failure] = failures;
    const ended = call?.ended ?? (assume() || failure === undefined ? "completed" : failure);
    if (ended === "completed") return {};
    throw isOfHandler(ended) ? new ToolFailure(ended) : new Error(ended);
  }

  function plan(): object {
    const { call, known } = current() ?? {};
    const made = known?.plan ?? "unknown";
    if (typeof made === "object") throw new ToolFailure(made.failed);
    if (made === "stale") return { targets: call?.id };
    if (isSo(made, "made")) return { targets: "as recorded" };
    throw new Error("unknown");
  }

  const handlersOf = (isServed: (tool: ToolContract) => boolean): HandlerTable<unknown> =>
    Object.fromEntries(
      tools.filter(isServed).map(({ name, failureModes }) => {
        const declared = failureModes.filter(({ implied }) => !implied).map(({ code }) => code);
        return [name, { plan, execute: () => execute(declared) }];
      }),
    ) as HandlerTable<unknown>;

  return {
    handlers: handlersOf(({ riskLevel }) => riskLevel !== "forbidden"),
    people: handlersOf(isForPeople),
    policies: {
      "*": () => (isSo(current()?.known.policies, "allow") ? { effect: "allow" } : { effect: "deny" }),
    },
    requirements: Object.fromEntries(
      tools.flatMap(({ requirements }) =>
        requirements.map((name) => [name, () => isSo(current()?.known.requirement(name), "met")]),
      ),
    ),
    visible: () => isSo(current()?.known.isVisible, true),
  };
}
