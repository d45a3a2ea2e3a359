import { fixture as serverFixture, type Fixture as ServerFixture } from "../../server/test/sample.ts";
import type { ApprovalDesk } from "../src/api/approval-desk.ts";
import { inbox, type Inbox } from "../src/inbox/inbox.ts";
import type { InboxOptions } from "../src/inbox/inbox-options.ts";

export {
  anna,
  ben,
  creates,
  criticalRisk,
  failureMode,
  highRisk,
  manifest,
  preview,
  sends,
  summary,
  tool,
  type Ports,
} from "../../server/test/sample.ts";

export interface Fixture extends Omit<ServerFixture, "approvals"> {
  /** The options of its inbox; without them it has none. */
  readonly approvals?: InboxOptions | undefined;
}

/** The server of the tests, with an inbox and its desk. */
export function fixture({ approvals, ...options }: Fixture = {}) {
  const plug = approvals && inbox(approvals);
  const made = serverFixture({ ...options, ...(plug && { approvals: plug }) });
  return { ...made, desk: plug?.desk as ApprovalDesk, inbox: plug as Inbox };
}
