import type { RunDunningInput, RunDunningPreview } from "@backoffice/schemas/collections";
import type { ListPastDueOutput } from "@backoffice/schemas/subscriptions";
import type { EnforcingServer, Outcome, Principal } from "@proviso/server";

/** The result of a night's work. */
export type DunningReport =
  | { readonly kind: "nothing_to_do" }
  /** It is planned, and nothing has happened: a person must start it. */
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
  permissions: ["subscriptions:read", "collections:run", "subscriptions:cancel", "emails:send"],
};

/**
 * The nightly job: finds overdue customers, plans what to do, and does what the contracts let a program do alone. It calls in
 * process, through the same entry as every agent, and asks nobody.
 */
export async function nightlyDunning(server: EnforcingServer, run: RunDunningInput): Promise<DunningReport> {
  const call = (name: string, input: object): Promise<Outcome> =>
    server.invoke(name, input, { principal: nightlyDunningPrincipal });

  const listed = await call("subscriptions.list_past_due", { minimumDaysLate: run.minimumDaysLate });
  if (listed.kind !== "completed") return stopped(listed);
  const { total: late } = listed.output as unknown as ListPastDueOutput;
  if (late === 0) return { kind: "nothing_to_do" };

  const planned = await call("collections.run_dunning", { ...run, dryRun: true });
  if (planned.kind !== "planned") return stopped(planned);
  const done = await call("collections.run_dunning", run);
  if (done.kind === "completed") return { kind: "done", late };
  if ("failure" in done && onlyPeople.has(done.failure.code)) {
    const plan = planned.plan as unknown as RunDunningPreview;
    return { kind: "needs_person", late, plan, why: done.failure.message };
  }
  return stopped(done);
}

/** Failures that only a person can resolve. */
const onlyPeople: ReadonlySet<string> = new Set(["confirmation_required", "step_up_required"]);

function stopped(outcome: Outcome): DunningReport {
  const { code, message } =
    "failure" in outcome ? outcome.failure : { code: outcome.kind, message: "That was not expected." };
  return { kind: "stopped", at: outcome.tool, code, why: message };
}
