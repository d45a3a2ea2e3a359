import type { ToolContract } from "@proviso/manifest";
import type { RecordDecision } from "../api/approvals.ts";
import type { PauseSwitch } from "../api/pauses.ts";
import { operatorProblem } from "./operator.ts";
import { scopeProblem } from "./pause-scope.ts";
import type { Pauses } from "./pauses.ts";

export interface SwitchParts {
  readonly pauses: Pauses;
  readonly record: RecordDecision;
  /** The current contracts, if they are known here. */
  readonly tools?: readonly ToolContract[];
  /** Ends the approvals of paused calls. */
  readonly endPaused: () => Promise<void> | undefined;
}

export function pauseSwitch({ endPaused, pauses, record, tools }: SwitchParts): PauseSwitch {
  return {
    list: async () => (await pauses.read()).pauses.filter(({ resumed }) => resumed === undefined),
    async pause(scope, { operator }, { reason } = {}) {
      mustBeRight(operatorProblem(operator) ?? scopeProblem(scope, tools));
      const request = await pauses.pause(scope, operator, reason);
      await record({ ...entryOf(scope, operator, reason), decision: "paused", request });
      await endPaused();
    },
    async resume(scope, { operator }, { reason } = {}) {
      mustBeRight(operatorProblem(operator) ?? scopeProblem(scope));
      // On record first: a stop must never end unseen.
      if (!(await record({ ...entryOf(scope, operator, reason), decision: "resumed" })))
        throw new Error("it stays paused: the audit trail cannot record that it is resumed");
      return pauses.resume(scope);
    },
  };
}

function entryOf(scope: string, operator: string, reason: string | undefined): Parameters<RecordDecision>[0] {
  return {
    tool: scope,
    event: "proviso.pause",
    principal: { id: operator, kind: "user" },
    ...(reason !== undefined && { reason }),
  };
}

function mustBeRight(problem: string | undefined): void {
  if (problem !== undefined) throw new TypeError(problem);
}
