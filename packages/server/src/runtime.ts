import type { AuditSink } from "./ports.ts";
import type { SealedState } from "./sealed-state.ts";
import type { Memory } from "./remembered-call.ts";
import type { ConfirmRuntime } from "./stages/confirm.ts";
import type { ExecuteRuntime } from "./stages/execute.ts";
import type { PlanRuntime } from "./stages/plan.ts";

/** What the stages need of the world, made once for a server. */
export interface EnforcementRuntime extends Memory, PlanRuntime, ConfirmRuntime, ExecuteRuntime {
  readonly audit: AuditSink;
  readonly decisionMs: number;
  readonly state: SealedState;
}
