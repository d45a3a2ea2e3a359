import type { RequestOptions } from "web-push";

export interface WebPushOptions {
  /** The pair that `npx web-push generate-vapid-keys` prints (VAPID, RFC 8292). */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where a push service reaches the operator: `mailto:…` or an https address. */
  readonly subject: string;
  /**
   * Further hosts of push services, such as `push.example.com`. A browser names the address to which the server sends, so that no
   * other is allowed than those of the browsers' makers and these; of loopback with its port, `127.0.0.1:8080`.
   */
  readonly services?: readonly string[];
}

/** What a browser gives who wants to be notified. Keys in base64url. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Notifies people in browsers and installed pages. Give it to the inbox as `push`. */
export interface WebPush {
  readonly publicKey: string;
  /** Whether the address is one of a push service. */
  allows(endpoint: string): boolean;
  /** Encrypts the text for the browser (RFC 8291) and sends it. False if the subscription has ended. Rejects if it was not taken. */
  send(subscription: PushSubscription, text: string, signal: AbortSignal): Promise<boolean>;
}

/** Hosts, and the ends of names of hosts, of Chrome, Firefox, Safari and Edge. */
const known = ["fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];
const keyPatterns = { publicKey: /^[\w-]{86,88}$/, privateKey: /^[\w-]{43}$/ } as const;
const ttlSeconds = 60 * 60;
const ended = new Set([404, 410]);

/** Needs the package `web-push`. Throws a TypeError for a wrong option. */
export function webPush({ publicKey, privateKey, subject, services = [] }: WebPushOptions): WebPush {
  for (const [name, key] of Object.entries({ publicKey, privateKey }))
    if (!keyPatterns[name as keyof typeof keyPatterns].test(key))
      throw new TypeError(`\`${name}\` must be a key as \`npx web-push generate-vapid-keys\` prints it`);
  if (!/^(mailto:|https:\/\/)./.test(subject))
    throw new TypeError("`subject` must be `mailto:` with an address, or an https address");
  const vapidDetails = { subject, publicKey, privateKey };
  return {
    publicKey,
    allows(endpoint) {
      const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
      if (!url || url.username !== "" || url.password !== "") return false;
      if (services.includes(url.host)) return url.protocol === "https:" || url.hostname === "127.0.0.1";
      return url.protocol === "https:" && known.some((host) => isHost(url.host, host));
    },
    async send(subscription, text, signal) {
      const { generateRequestDetails } = (await import("web-push")).default;
      const options: RequestOptions = { vapidDetails, TTL: ttlSeconds, urgency: "high" };
      const { endpoint, method, headers, body } = generateRequestDetails(subscription, text, options);
      const response = await fetch(endpoint, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        body: new Uint8Array(body),
        redirect: "error",
        signal,
      });
      await response.body?.cancel();
      if (!response.ok && !ended.has(response.status))
        throw new Error(`the push service ${new URL(endpoint).host} answered with status ${response.status}`);
      return response.ok;
    },
  };
}

function isHost(host: string, wanted: string): boolean {
  return wanted.startsWith(".") ? host.endsWith(wanted) : host === wanted;
}
