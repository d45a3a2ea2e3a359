import { canonicalJson, type ToolContract } from "@proviso/manifest";
import { fingerprint } from "../../canonical/fingerprint.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { Approvals } from "../../api/approvals.ts";
import type { Outcome } from "../../api/outcome.ts";
import type { AdmittedCall, ValidCall } from "../call/call.ts";
import type { Next, Stage } from "../call/stage.ts";
import { withEdits } from "../call/with-edits.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { validate } from "./validate.ts";

/**
 * Replaces the caller's arguments by those to which an approver has narrowed the call, and
 * validates them. From here on the narrowed call is checked, planned and confirmed like any other.
 */
export function validateEdited(runtime: Runtime): Stage<AdmittedCall, ValidCall> {
  const { name, run } = validate();
  const runNarrowed = async (
    call: AdmittedCall,
    next: Next<ValidCall>,
    approvals: Approvals,
  ): Promise<Outcome> => {
    const narrowed = await narrowedCall(call, approvals);
    return narrowed.edited ? withEdits(await run(narrowed, next), narrowed.edited.edits) : run(call, next);
  };
  return {
    name,
    run: (call, next) =>
      // Stryker disable next-line LogicalOperator: saves a look into the store
      runtime.approvals && mayBeEdited(call.tool.contract)
        ? runNarrowed(call, next, runtime.approvals)
        : run(call, next),
  };
}

async function narrowedCall(call: AdmittedCall, approvals: Approvals): Promise<AdmittedCall> {
  const { canonical, options, tool } = call;
  if (!canonical || !options.principal) return call;
  const { fingerprint: sent } = canonical;
  const key = { tool: tool.contract.name, principal: identityOf(options.principal), fingerprint: sent };
  const narrowed = await approvals.narrowed(key, (input) => tool.checkInput(input).length === 0);
  if (!narrowed) return call;
  const { input: value, ...edited } = narrowed;
  const bytes = Buffer.byteLength(canonicalJson(value));
  return { ...call, canonical: { ...canonical, value, fingerprint: fingerprint(value), bytes }, edited };
}

function mayBeEdited({ confirmation, refinements = [] }: ToolContract): boolean {
  return [confirmation, ...refinements.map((each) => each.confirmation)].some((each) => "edit" in each);
}
