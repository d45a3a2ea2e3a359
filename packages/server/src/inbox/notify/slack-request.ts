import { createHmac, timingSafeEqual } from "node:crypto";

/** Older requests could be repeated by somebody else. */
const mostAgeSeconds = 5 * 60;

/** Whether Slack sent a request: `X-Slack-Signature`, version v0. `now` is in milliseconds. */
export function isFromSlack(headers: Headers, body: string, signingSecret: string, now: number): boolean {
  const time = headers.get("x-slack-request-timestamp") ?? "";
  const given = Buffer.from(headers.get("x-slack-signature") ?? "");
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > mostAgeSeconds) return false;
  const wanted = Buffer.from(
    `v0=${createHmac("sha256", signingSecret).update(`v0:${time}:${body}`).digest("hex")}`,
  );
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A button that somebody pressed. */
export interface SlackAction {
  readonly user: SlackUser;
  readonly channel: string;
  /** The message with the button. */
  readonly message: string;
  readonly verdict: string;
  readonly approval: string;
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
  const { type, user, team, container, actions } = payload;
  if (type !== "block_actions" || !Array.isArray(actions) || actions.length !== 1) return undefined;
  const [person, place, action] = [recordOf(user), recordOf(container), recordOf(actions[0])];
  const workspace = textOf(person["team_id"]) ?? textOf(recordOf(team)["id"]);
  const [id, channel, message] = [person["id"], place["channel_id"], place["message_ts"]].map(textOf);
  const [verdict, approval] = [action["action_id"], action["value"]].map(textOf);
  if (id === undefined || workspace === undefined || channel === undefined || message === undefined)
    return undefined;
  if (verdict === undefined || approval === undefined) return undefined;
  return { user: { id, team: workspace }, channel, message, verdict, approval };
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
