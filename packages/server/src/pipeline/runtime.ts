import type { AuditSink } from "../api/ports.ts";
import type { SealedState } from "./seals/sealed-state.ts";
import type { Memory } from "./replay/key-record.ts";
import type { ConfirmRuntime } from "./confirm/confirm.ts";
import type { EntranceRuntime } from "./entrance/entrance.ts";
import type { ExecuteRuntime } from "./execute/execute.ts";
import type { PlanRuntime } from "./plan/plan.ts";

/** What the stages need of the world, made once for a server. */
export interface EnforcementRuntime
  extends Memory, PlanRuntime, ConfirmRuntime, ExecuteRuntime, EntranceRuntime {
  readonly audit: AuditSink;
  readonly decisionMs: number;
  readonly state: SealedState;
}
