import { createHmac } from "node:crypto";
import { fingerprintOfText, safeUrl } from "@proviso/server/extension";
import type { ApprovalNotice, ApprovalNotifier } from "../api/approval-notice.ts";

export interface WebhookOptions {
  /** https, or http on loopback. */
  readonly url: string;
  /** `whsec_` and at least 24 bytes in base64, as in the Standard Webhooks specification. */
  readonly secret: string;
}

/**
 * Sends a signed JSON message, by the Standard Webhooks specification (`webhook-id`, `webhook-timestamp`, `webhook-signature`), when a
 * call waits: who asks for which tool, and where to decide. Of the arguments it holds those in the contract's `summary`. Throws a TypeError for a wrong option.
 */
export function webhook({ url, secret }: WebhookOptions): ApprovalNotifier {
  const address = safeUrl(url, "url");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (!secret.startsWith("whsec_") || key.length < 24)
    throw new TypeError("`secret` must be `whsec_` and at least 24 bytes in base64");
  return {
    name: `the webhook at ${address.host}`,
    async notify(notice, signal) {
      const body = JSON.stringify(messageOf(notice));
      const id = `msg_${fingerprintOfText(notice.id).slice(0, 32)}`;
      const time = String(Math.floor(Date.now() / 1000));
      const signature = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
      const response = await fetch(address, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": time,
          "webhook-signature": `v1,${signature}`,
        },
        redirect: "error",
        signal,
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it answered with status ${response.status}`);
    },
  };
}

function messageOf({ id, url, tool, title, summary, riskLevel, approval }: ApprovalNotice): object {
  const { asker, createdAt, expiresAt, mandate, rules, shown, terms } = approval;
  const data = {
    approval: id,
    url,
    product: terms.product,
    env: terms.env,
    tool,
    title,
    summary,
    riskLevel,
    asker,
    owner: shown.owner,
    approver: rules.approver,
    approvers: rules.approvers,
    permissions: rules.permissions,
    expiresAt: new Date(expiresAt).toISOString(),
    ...(mandate && { mandate }),
  };
  return {
    type: mandate ? "mandate.used" : "approval.pending",
    timestamp: new Date(createdAt).toISOString(),
    data,
  };
}
