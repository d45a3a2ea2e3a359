import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buttonProof } from "../../src/notify/slack-request.ts";

export interface SentToSlack {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly channel: string;
    readonly ts?: string;
    readonly user?: string;
    readonly text: string;
    readonly blocks?: readonly SlackBlock[];
  };
}

export interface SlackBlock {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string; readonly emoji?: boolean };
  readonly elements?: readonly {
    readonly action_id: string;
    readonly value?: string;
    readonly url?: string;
  }[];
}

export interface FakeSlack extends AsyncDisposable {
  readonly apiUrl: string;
  readonly sent: SentToSlack[];
  /** The next answers of the methods; after them all is well. */
  readonly answers: object[];
}

export const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";

/** What Slack's Web API does with a bot's messages, on loopback. */
export async function fakeSlack(): Promise<FakeSlack> {
  const sent: SentToSlack[] = [];
  const answers: object[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = (request.url ?? "").replace("/api/", "");
    const body = JSON.parse(await bodyOf(request));
    sent.push({ method, authorization: request.headers.authorization, body });
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify(answers.shift() ?? { ok: true, channel: "C024BE91L", ts: "1503435956.000247" }),
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    sent,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

export interface Press {
  readonly user: string;
  readonly action: string;
  readonly approval: string;
  readonly secret?: string;
  /** Seconds by which Slack's clock is ahead. */
  readonly ahead?: number;
  /** The `value` of the button. Defaults to that of the inbox's own, in the message of the fake. */
  readonly value?: string;
  readonly channel?: string;
  readonly message?: string;
  /** What Slack says of whoever presses. */
  readonly person?: object;
}

/** The request that Slack sends when somebody presses a button, signed with version v0 of its scheme. */
export function pressed({
  user,
  action,
  approval,
  secret = signingSecret,
  ahead = 0,
  channel = "C024BE91L",
  message = "1503435956.000247",
  value = `${approval}.${buttonProof({ approval, channel: "C024BE91L", message: "1503435956.000247" }, signingSecret)}`,
  person = { id: user, username: user, team_id: "T9TK3CUKW" },
}: Press): RequestInit {
  const payload = {
    type: "block_actions",
    user: person,
    team: { id: "T9TK3CUKW", domain: "office" },
    container: {
      type: "message",
      message_ts: message,
      channel_id: channel,
      is_ephemeral: false,
    },
    response_url: "https://hooks.slack.com/actions/none",
    actions: [{ type: "button", block_id: "b", action_id: action, value, action_ts: "1548426417.840180" }],
  };
  const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  const time = String(Math.floor(Date.now() / 1000) + ahead);
  const signature = createHmac("sha256", secret).update(`v0:${time}:${body}`).digest("hex");
  return {
    method: "POST",
    body,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": time,
      "x-slack-signature": `v0=${signature}`,
    },
  };
}
