import type { RiskLevel } from "@proviso/manifest";
import type { OptionNames } from "@proviso/server/extension";
import type { CareOptions } from "../care/care.ts";
import type { ApprovalNotifier } from "../api/approval-notice.ts";
import type { Slack } from "../notify/slack.ts";
import type { WebPush } from "../push/web-push.ts";
import type { SignInProvider } from "../sign-in/sign-in-provider.ts";

/** How the inbox looks and lets people in. Of `inbox({ … })` these count for the pages that `serve({ inbox: true })` mounts. */
export interface InboxSettings {
  /** The name of the product, in the head of every page. */
  readonly product?: string;
  /** Milliseconds that somebody stays signed in, with that log-in's permissions; default: 1 h. */
  readonly sessionMs?: number;
  /** Where people sign in, such as `openIdConnect({ … })`. Default: only links sign in. */
  readonly signIn?: SignInProvider;
  /** Answers a yes that is too quick, or one too many in a row, by "read again". Default: never. */
  readonly care?: CareOptions;
  /** Reads buttons that people press in Slack, at `URL/slack`. Defaults to not reading any. */
  readonly slack?: Slack;
  /** Notifies people on their devices: `webPush({ … })`. Each turns it on by a button of the inbox. Defaults to notifying nobody. */
  readonly push?: WebPush;
}

export interface InboxOptions extends InboxSettings {
  /** The address at which people approve. Callers get it with the approval's id: `URL/ID`. */
  readonly url?: string;
  /**
   * Milliseconds that a call waits for its approval, and then an approval for its call. Defaults to
   * an hour; at most seven days.
   */
  readonly waitMs?: number;
  /** How many calls of one principal may wait. Defaults to 20. */
  readonly perCaller?: number;
  /**
   * Lets calls wait as tasks in clients of 2026-07-28 that declare the Tasks extension (`io.modelcontextprotocol/tasks`): the
   * server makes the call when it is approved and the client asks for the task. Defaults to false, because the shape of these
   * tasks follows a draft, SEP-2848.
   */
  readonly tasks?: boolean;
  /**
   * From this risk level up, a contract that does not say where (`by`) is approved in the inbox alone, not in the client that
   * calls. Defaults to `high`: a client may answer by itself, and a person who is signed in to the inbox cannot be replaced.
   */
  readonly inboxFrom?: Exclude<RiskLevel, "forbidden">;
  /**
   * Up to this risk level, calls that wait may be approved in the chat too: by a click in clients that show MCP Apps, as the caller's
   * person. The client passes the click on, and could click by itself. What needs more than one click of that person (somebody else,
   * a phrase, a log-in, an argument that is sensitive) is approved in the inbox alone, as is what a contract sends there (`by: inbox`).
   * Needs `url`. Defaults to no call.
   */
  readonly inChat?: "low" | "medium" | "high";
  /**
   * Tells people that a call waits: once for each approval, and without the call waiting for it.
   * What cannot be delivered goes to `onFault`. Defaults to telling nobody.
   */
  readonly notify?: readonly ApprovalNotifier[];
}

export const optionNames: OptionNames<InboxOptions> = {
  url: true,
  waitMs: true,
  perCaller: true,
  tasks: true,
  inboxFrom: true,
  inChat: true,
  notify: true,
  product: true,
  sessionMs: true,
  signIn: true,
  slack: true,
  care: true,
  push: true,
};
