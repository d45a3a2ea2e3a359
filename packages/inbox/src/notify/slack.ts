import { type Principal, safeUrl } from "@proviso/server/extension";
import type { ApprovalNotice, ApprovalNotifier } from "../api/approval-notice.ts";
import { buttonProof, type SlackUser } from "./slack-request.ts";
import { isForSlack, slackBlocks } from "./slack-message.ts";

export interface SlackOptions {
  /** The bot's token, `xoxb-…`, with the scope `chat:write`. */
  readonly token: string;
  /** The id of a channel, such as `C024BE91L`. Everybody in it reads what can be decided there. */
  readonly channel: string;
  /** With it people decide by buttons. From the app's page; Slack signs with it what it sends. */
  readonly signingSecret?: string;
  /** Returns who a Slack member is here; undefined if nobody. Without it there are no buttons. */
  readonly principal?: (user: SlackUser) => Promise<Principal | undefined> | Principal | undefined;
  /** Where Slack's methods are. Defaults to https://slack.com/api. */
  readonly apiUrl?: string;
}

/** Posts to a channel, and reads its buttons. Give it to the server and to the inbox. */
export interface Slack extends ApprovalNotifier {
  readonly signingSecret: string | undefined;
  principalOf(user: SlackUser): Promise<Principal | undefined>;
  /** Puts the present state into a message. */
  update(notice: ApprovalNotice, channel: string, message: string): Promise<void>;
  /** A sentence that one member alone sees. */
  tell(user: SlackUser, channel: string, text: string): Promise<void>;
}

const maxMs = 10_000;

/** What the methods of Slack answer. */
interface Answer {
  readonly ok?: unknown;
  readonly error?: unknown;
  /** The id of the channel and the time stamp of the message, which together name it. */
  readonly channel?: unknown;
  readonly ts?: unknown;
}

/** Throws a TypeError for a wrong option. */
export function slack({ token, channel, signingSecret, principal, apiUrl }: SlackOptions): Slack {
  const api = safeUrl(apiUrl ?? "https://slack.com/api", "apiUrl").href.replace(/\/+$/, "");
  if (signingSecret === "") throw new TypeError("`signingSecret` is empty");
  if (principal && signingSecret === undefined)
    throw new TypeError(
      "buttons need the `signingSecret` of the Slack app: without it anybody could press them",
    );
  const say = async (method: string, message: object, signal?: AbortSignal): Promise<Answer> => {
    const response = await fetch(`${api}/${method}`, {
      method: "POST",
      body: JSON.stringify(message),
      headers: { "content-type": "application/json; charset=utf-8", authorization: `Bearer ${token}` },
      redirect: "error",
      signal: signal ?? AbortSignal.timeout(maxMs),
    });
    const answer = (await response.json()) as Answer;
    if (answer.ok !== true) throw new Error(`Slack answered ${String(answer.error ?? response.status)}`);
    return answer;
  };
  const update = async (
    notice: ApprovalNotice,
    at: string,
    ts: string,
    signal?: AbortSignal,
  ): Promise<void> => {
    const proof =
      principal && signingSecret !== undefined
        ? buttonProof({ approval: notice.id, channel: at, message: ts }, signingSecret)
        : undefined;
    await say("chat.update", { channel: at, ts, ...messageOf(notice, proof) }, signal);
  };
  // A message that was posted is not posted again when putting in its buttons has failed.
  const posted = new WeakMap<ApprovalNotice, Answer>();
  return {
    name: "Slack",
    signingSecret,
    async notify(notice, signal) {
      const answer =
        posted.get(notice) ?? (await say("chat.postMessage", { channel, ...messageOf(notice) }, signal));
      posted.set(notice, answer);
      // Buttons name their message, which has to be there first.
      const { channel: at, ts } = answer;
      if (principal && isForSlack(notice.approval) && typeof at === "string" && typeof ts === "string")
        await update(notice, at, ts, signal);
    },
    principalOf: async (user) => principal?.(user),
    update: (notice, at, ts) => update(notice, at, ts),
    async tell({ id }, at, text) {
      await say("chat.postEphemeral", { channel: at, user: id, text });
    },
  };
}

function messageOf(notice: ApprovalNotice, proof?: string): object {
  return {
    // Read aloud, and shown where blocks are not. Names of tools hold no markup.
    text: `A call of ${notice.tool} waits for approval`,
    blocks: slackBlocks(notice, proof),
    unfurl_links: false,
  };
}
