import type { BackofficeServer } from "@backoffice/server";
import type { RunDunningInput, RunDunningPreview } from "@backoffice/schemas/collections";
import { CallError, type Principal } from "@proviso/server";

/** The result of a night's work. */
export type DunningReport =
  | { readonly kind: "nothing_to_do" }
  /** The run is planned, and nothing has happened: a person must start it. */
  | {
      readonly kind: "needs_person";
      readonly late: number;
      readonly plan: RunDunningPreview;
      readonly why: string;
    }
  | { readonly kind: "done"; readonly late: number }
  | { readonly kind: "stopped"; readonly at: string; readonly code: string; readonly why: string };

/** The program acts under its own name, with only the permissions for this work. */
export const nightlyDunningPrincipal: Principal = {
  id: "wf_nightly_dunning",
  name: "Nightly dunning",
  tenant: "nordlicht",
  kind: "agent",
  permissions: [
    "subscriptions:read",
    "collections:run",
    "subscriptions:cancel",
    "subscriptions:resume",
    "emails:send",
  ],
};

/**
 * The nightly job: finds overdue customers, plans what to do, and does what the contracts let a
 * program do alone. It calls in process, through the same entry as every agent, and asks nobody.
 */
export async function nightlyDunning(app: BackofficeServer, run: RunDunningInput): Promise<DunningReport> {
  const { subscriptions, collections } = app.as(nightlyDunningPrincipal);
  let planned: { readonly late: number; readonly plan: RunDunningPreview } | undefined;
  try {
    const { total: late } = await subscriptions.listPastDue({ minimumDaysLate: run.minimumDaysLate });
    if (late === 0) return { kind: "nothing_to_do" };
    planned = { late, plan: await collections.runDunning.plan(run) };
    await collections.runDunning(run);
    return { kind: "done", late };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { tool: failedTool, code, failure: { message: failureMessage } = error } = error;
    return planned && onlyPeople.has(code)
      ? { kind: "needs_person", ...planned, why: failureMessage }
      : { kind: "stopped", at: failedTool, code, why: failureMessage };
  }
}

/** Failures that only a person can resolve. */
const onlyPeople: ReadonlySet<string> = new Set(["confirmation_required", "step_up_required"]);
