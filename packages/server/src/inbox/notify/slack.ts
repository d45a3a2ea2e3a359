import type { ApprovalNotice, ApprovalNotifier } from "../../api/approval-notice.ts";
import type { Principal } from "../../api/outcome.ts";
import { safeUrl } from "../../canonical/safe-url.ts";
import type { SlackUser } from "./slack-request.ts";
import { slackBlocks } from "./slack-message.ts";

export interface SlackOptions {
  /** The bot's token, `xoxb-…`, with the scope `chat:write`. */
  readonly token: string;
  /** The id of a channel, such as `C024BE91L`. Everybody in it reads what can be decided there. */
  readonly channel: string;
  /** With it people decide by buttons. From the app's page; Slack signs with it what it sends. */
  readonly signingSecret?: string;
  /** Who a member of the workspace is here. Undefined means nobody. Without it messages have no buttons. */
  readonly principal?: (user: SlackUser) => Promise<Principal | undefined> | Principal | undefined;
  /** Where Slack's methods are. Defaults to https://slack.com/api. */
  readonly apiUrl?: string;
}

/** Posts to a channel, and reads the buttons that people press there. Give it to the server and to the inbox. */
export interface Slack extends ApprovalNotifier {
  readonly signingSecret: string | undefined;
  principalOf(user: SlackUser): Promise<Principal | undefined>;
  /** Puts the present state into a message. */
  update(notice: ApprovalNotice, channel: string, message: string): Promise<void>;
  /** A sentence that one member alone sees. */
  tell(user: SlackUser, channel: string, text: string): Promise<void>;
}

const mostMs = 10_000;

/** Throws a TypeError for a wrong option. */
export function slack({ token, channel, signingSecret, principal, apiUrl }: SlackOptions): Slack {
  const api = safeUrl(apiUrl ?? "https://slack.com/api", "apiUrl").href.replace(/\/+$/, "");
  if (signingSecret === "") throw new TypeError("`signingSecret` is empty");
  if (principal && signingSecret === undefined)
    throw new TypeError(
      "buttons need the `signingSecret` of the Slack app: without it anybody could press them",
    );
  const say = async (method: string, message: object, signal?: AbortSignal): Promise<void> => {
    const response = await fetch(`${api}/${method}`, {
      method: "POST",
      body: JSON.stringify(message),
      headers: { "content-type": "application/json; charset=utf-8", authorization: `Bearer ${token}` },
      redirect: "error",
      signal: signal ?? AbortSignal.timeout(mostMs),
    });
    const answer = (await response.json()) as { readonly ok?: unknown; readonly error?: unknown };
    if (answer.ok !== true) throw new Error(`Slack answered ${String(answer.error ?? response.status)}`);
  };
  const messageOf = (notice: ApprovalNotice): object => ({
    // Read aloud, and shown where blocks are not. Names of tools hold no markup.
    text: `A call of ${notice.tool} waits for approval`,
    blocks: slackBlocks(notice, principal !== undefined),
    unfurl_links: false,
  });
  return {
    name: "Slack",
    signingSecret,
    notify: (notice, signal) => say("chat.postMessage", { channel, ...messageOf(notice) }, signal),
    principalOf: async (user) => principal?.(user),
    update: (notice, at, ts) => say("chat.update", { channel: at, ts, ...messageOf(notice) }),
    tell: ({ id }, at, text) => say("chat.postEphemeral", { channel: at, user: id, text }),
  };
}
