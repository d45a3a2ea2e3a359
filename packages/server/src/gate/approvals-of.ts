import { approvalTerms, variantsOf, type ToolContract } from "@proviso/manifest";
import type { Approvals, ApprovalsRuntime } from "../api/approvals.ts";
import type { EnforcingServerOptions } from "../api/options.ts";

/** Opens what the host has given; undefined if approvals are off. Throws a TypeError if a tool needs them or a part is missing. */
export function approvalsOf<Ports>(
  { approvals, manifest, stateKeys, store }: EnforcingServerOptions<Ports>,
  host: ApprovalsRuntime,
): Approvals | undefined {
  if (!approvals) {
    const name = manifest.tools.find(isApprovedLater)?.name;
    if (name === undefined) return undefined;
    throw new TypeError(
      `\`${name}\` is approved in the inbox: give the option \`approvals\`, such as \`inbox({ … })\` of \`@proviso/inbox\``,
    );
  }
  if (typeof approvals.open !== "function")
    throw new TypeError("`approvals` must be made by `inbox({ … })` of `@proviso/inbox`");
  if (!store || !stateKeys)
    throw new TypeError("`approvals` needs a `store` and `stateKeys`, in which approvals outlive a restart");
  if (!store.list)
    throw new TypeError("`approvals` needs a store with `list`, such as `sqliteStore` or `postgresStore`");
  return approvals.open(host);
}

function isApprovedLater(tool: ToolContract): boolean {
  if (tool.riskLevel === "forbidden") return false;
  return variantsOf(tool).some((each) => approvalTerms(each).by === "inbox");
}
