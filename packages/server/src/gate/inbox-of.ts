import { approvalTerms, effectiveContract, riskLevels, type ToolContract } from "@proviso/manifest";
import type { EnforcingServerOptions } from "../api/options.ts";
import { announce } from "../approvals/announce.ts";
import { callApprovals } from "../approvals/call-approvals.ts";
import type { ApprovalParts } from "../approvals/open-approvals.ts";
import type { Inbox } from "../pipeline/runtime/runtime.ts";
import type { Realm } from "../canonical/realm.ts";
import { readNumbers } from "./read-numbers.ts";

const counts = { perCaller: 20 };
const durations = { waitMs: 60 * 60_000 };
const maxWaitMs = 7 * 24 * 60 * 60_000;

/** Returns the inbox; undefined if approvals are off. Throws a TypeError if a tool needs it or a part is missing. */
export function inboxOf<Ports>(
  options: EnforcingServerOptions<Ports>,
  parts: Omit<ApprovalParts, "desk" | "waiting" | "deskParts"> & { readonly realm: Realm },
  onFault: (error: unknown, tool: string) => void,
): Inbox | undefined {
  const { approvals, manifest, stateKeys, store } = options;
  if (!approvals) {
    const name = manifest.tools.find(isInboxOnly)?.name;
    if (name === undefined) return undefined;
    throw new TypeError(`\`${name}\` is approved in the inbox: give the option \`approvals\``);
  }
  if (!store || !stateKeys)
    throw new TypeError("`approvals` needs a `store` and `stateKeys`, in which approvals outlive a restart");
  if (!store.list)
    throw new TypeError("`approvals` needs a store with `list`, such as `sqliteStore` or `postgresStore`");
  const { waitMs } = readNumbers(durations, approvals, "a number of milliseconds");
  const { perCaller } = readNumbers(counts, approvals, "a number");
  if (waitMs > maxWaitMs) throw new TypeError(`\`waitMs\` must be at most ${maxWaitMs}, seven days`);
  const { inboxFrom = "high", notify: notifiers = [], url } = approvals;
  if (!riskLevels.includes(inboxFrom))
    throw new TypeError(`\`inboxFrom\` must be one of ${riskLevels.slice(0, -1).join(", ")}`);
  if (url !== undefined && !/^https?:$/.test(protocolOf(url)))
    throw new TypeError("`url` of `approvals` must be an http or https address");
  return {
    approvals: callApprovals({
      ...parts,
      waitMs,
      perCaller,
      announce: announce({ notifiers, url, onFault, shares: parts.shares, perCaller }),
    }),
    waiting: () => countPending(parts),
    from: inboxFrom,
    ...(url !== undefined && { url }),
  };
}

async function countPending({ now, records }: Pick<ApprovalParts, "now" | "records">): Promise<number> {
  const [at, open] = await Promise.all([now(), records.open()]);
  return open.filter(({ expiresAt, state }) => state === "pending" && at.getTime() < expiresAt).length;
}

function isInboxOnly(tool: ToolContract): boolean {
  if (tool.riskLevel === "forbidden") return false;
  const variants = [tool, ...(tool.refinements ?? []).map((each) => effectiveContract(tool, each))];
  return variants.some((each) => approvalTerms(each).by === "inbox");
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
