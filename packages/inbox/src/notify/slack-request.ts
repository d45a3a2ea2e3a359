import { createHmac } from "node:crypto";
import { isSameText } from "@proviso/server/extension";

/** Older requests could be repeated by somebody else. */
const maxAgeSeconds = 5 * 60;

/** Whether Slack sent a request: `X-Slack-Signature`, version v0. `now` is in milliseconds. */
export function isFromSlack(headers: Headers, body: string, signingSecret: string, now: number): boolean {
  const time = headers.get("x-slack-request-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > maxAgeSeconds) return false;
  const digest = createHmac("sha256", signingSecret).update(`v0:${time}:${body}`).digest("hex");
  return isSameText(headers.get("x-slack-signature") ?? "", `v0=${digest}`);
}

/** A button that somebody pressed. */
export interface SlackAction {
  readonly user: SlackUser;
  readonly channel: string;
  /** The message with the button. */
  readonly message: string;
  readonly verdict: string;
  readonly approval: string;
  /** Of the button: `buttonProof`. */
  readonly proof: string;
}

/**
 * Says that we have put a button for an approval into this message. Other messages of the same app,
 * with a button that somebody has copied there, have other words above it.
 */
export function buttonProof(
  { approval, channel, message }: Pick<SlackAction, "approval" | "channel" | "message">,
  signingSecret: string,
): string {
  const text = JSON.stringify(["proviso-button", approval, channel, message]);
  return createHmac("sha256", signingSecret).update(text).digest("base64url");
}

/** Whether the button is one of ours, in the message in which we put it. */
export function isOwnButton(action: SlackAction, signingSecret: string): boolean {
  return isSameText(action.proof, buttonProof(action, signingSecret));
}

export interface SlackUser {
  /** Such as `U024BE7LH`. */
  readonly id: string;
  /** The workspace. */
  readonly team: string;
}

/** Undefined for other interactions. */
export function readSlackAction(body: string): SlackAction | undefined {
  const payload = parsed(new URLSearchParams(body).get("payload") ?? "");
  const { type, user, container, actions } = payload;
  if (type !== "block_actions" || !Array.isArray(actions) || actions.length !== 1) return undefined;
  const [person, place, action] = [recordOf(user), recordOf(container), recordOf(actions[0])];
  // Not the workspace of the message, which people of others can read too.
  const workspace = textOf(person["team_id"]);
  const [id, channel, message] = [person["id"], place["channel_id"], place["message_ts"]].map(textOf);
  const [verdict, value] = [action["action_id"], action["value"]].map(textOf);
  if (id === undefined || workspace === undefined || channel === undefined || message === undefined)
    return undefined;
  if (verdict === undefined || value === undefined) return undefined;
  const [approval = "", proof = ""] = value.split(".");
  return { user: { id, team: workspace }, channel, message, verdict, approval, proof };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): Fields {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function recordOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
