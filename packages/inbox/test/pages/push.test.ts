// Notifications on the devices of people: a loopback push service takes them, and the test decrypts them as a browser does.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import push from "web-push";
import { webPush } from "../../src/index.ts";
import { tool } from "../sample.ts";
import { annaHerself, carla, dora, other, waitFor } from "../approvals/people.ts";
import { openSession, serveInbox, type ServedInbox } from "./served-inbox.ts";

const keys = push.generateVAPIDKeys();
const subject = "mailto:ops@example.com";

interface Taken {
  readonly path: string;
  readonly authorization: string;
  readonly body: Buffer;
}

/** A push service on loopback. `ended`: paths of subscriptions that it knows no more. */
async function pushService() {
  const taken: Taken[] = [];
  const ended = new Set<string>();
  let refused = 0;
  const server = createServer(async (request, response) => {
    const { url = "", headers } = request;
    const body = await buffer(request);
    if (ended.has(url)) refused++;
    else taken.push({ path: url, authorization: headers.authorization ?? "", body });
    response.writeHead(ended.has(url) ? 410 : 201).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    taken,
    ended,
    refused: () => refused,
    host,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** A browser's half of a subscription: its keys, and how it reads a message (RFC 8188 and 8291, one record). */
function browser(endpoint: string) {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    form: { endpoint, p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const record = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
      const key = hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12);
      const cipher = createDecipheriv("aes-128-gcm", Buffer.from(key), Buffer.from(nonce));
      cipher.setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString("utf8"));
    },
  };
}

const payment = tool({
  ...other,
  summary: "Pay {cents, money EUR} to {payee}",
  inputSchema: {
    type: "object",
    required: ["cents", "payee"],
    properties: { cents: { type: "integer" }, payee: { type: "string" }, note: { type: "string" } },
    additionalProperties: false,
  },
} as Partial<ToolContract>);
const paid = { cents: 48390, payee: "Papierhaus", note: "not for lock screens" };

async function open(services: readonly string[]) {
  const service = webPush({ ...keys, subject, services });
  return serveInbox({ tools: [payment], approvals: { push: service } }, { push: service });
}

type Signed = Awaited<ReturnType<typeof openSession>>;

/** Sends a form of a page, as its script or a person does. */
async function post(
  { url }: ServedInbox,
  { cookie, address }: Signed,
  path: string,
  form: Record<string, string>,
) {
  const page = await (await fetch(`${address}/`, { headers: { cookie } })).text();
  const [, token = ""] = /name="token" value="([^"]+)"/.exec(page) ?? [];
  return fetch(`${address}${path}`, {
    method: "POST",
    headers: { cookie, origin: new URL(url).origin },
    body: new URLSearchParams({ token, ...form }),
    redirect: "manual",
  });
}

test("a call that waits is shown on the devices of those who may decide, encrypted, with the summary alone", async () => {
  await using service = await pushService();
  await using served = await open([service.host]);
  const [phone, own] = [browser(`http://${service.host}/carla`), browser(`http://${service.host}/anna`)];
  const session = await openSession(served, carla);
  expect((await post(served, session, "/push", phone.form)).status).toBe(200);
  // It is her own call, so she is not asked.
  expect((await post(served, await openSession(served, annaHerself), "/push", own.form)).status).toBe(200);
  const id = await waitFor(served.app, paid);
  await expect.poll(() => service.taken.length).toBe(1);
  const [{ path, authorization, body }] = service.taken as [Taken];
  expect(path).toBe("/carla");
  expect(body.toString("latin1")).not.toContain("Papierhaus");
  expect(phone.read(body)).toEqual({
    id,
    title: "To approve in sample, live",
    body: 'Pay EUR 483.90 to "Papierhaus"',
  });
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(key).toBe(keys.publicKey);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ sub: subject });
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString("base64url"));
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" },
    format: "jwk",
  });
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  expect(
    verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url")),
  ).toBe(true);
});

test("a subscription ends by a sign-out, by itself, and by the push service", async () => {
  await using service = await pushService();
  await using served = await open([service.host]);
  const names = ["here", "elsewhere", "gone", "ended"];
  const [here, elsewhere] = [await openSession(served, carla), await openSession(served, carla)];
  const forms = names.map((name) => browser(`http://${service.host}/${name}`).form);
  for (const [index, form] of forms.entries())
    expect((await post(served, index === 0 ? here : elsewhere, "/push", form)).status).toBe(200);
  await post(served, here, "/sign-out", { where: "here" });
  await post(served, elsewhere, "/push", { endpoint: forms[3]?.endpoint ?? "", end: "yes" });
  service.ended.add("/gone");
  await waitFor(served.app, paid);
  await expect.poll(() => service.taken.map(({ path }) => path)).toEqual(["/elsewhere"]);
  let cents = 1;
  const round = async (): Promise<void> => {
    const { length } = service.taken;
    await waitFor(served.app, { ...paid, cents: cents++ });
    await expect.poll(() => service.taken.length).toBe(length + 1);
  };
  // The answer of the push service is handled after it was given: then it is asked no more.
  const asked = async (): Promise<number> => {
    const before = service.refused();
    await round();
    await round();
    return service.refused() - before;
  };
  await expect.poll(asked).toBe(0);
  expect(new Set(service.taken.splice(0).map(({ path }) => path))).toEqual(new Set(["/elsewhere"]));
  await post(served, elsewhere, "/sign-out", { where: "everywhere" });
  await waitFor(served.app, { ...paid, cents: cents++ });
  const last = browser(`http://${service.host}/last`).form;
  await post(served, await openSession(served, dora), "/push", last);
  await waitFor(served.app, { ...paid, cents: cents++ });
  await expect.poll(() => service.taken.map(({ path }) => path)).toEqual(["/last"]);
});

test("the server sends to push services alone, and a person has ten browsers", async () => {
  await using service = await pushService();
  await using served = await open([service.host]);
  const session = await openSession(served, carla);
  const endpoints = [
    "http://127.0.0.1:1/x",
    "http://169.254.169.254/latest",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evil.example/fcm.googleapis.com",
    "http://fcm.googleapis.com/x",
    `https://fcm.googleapis.com@${service.host}/x`,
    "file:///etc/passwd",
    "",
  ];
  for (const endpoint of endpoints)
    expect([endpoint, (await post(served, session, "/push", browser(endpoint).form)).status]).toEqual([
      endpoint,
      403,
    ]);
  const { form } = browser(`http://${service.host}/a`);
  expect((await post(served, session, "/push", { ...form, token: "another" })).status).toBe(403);
  expect((await post(served, session, "/push", { ...form, auth: "<script>" })).status).toBe(400);
  for (let index = 0; index < 10; index++)
    expect(
      (await post(served, session, "/push", browser(`http://${service.host}/${index}`).form)).status,
    ).toBe(200);
  expect((await post(served, session, "/push", form)).status).toBe(409);
  const known = webPush({ ...keys, subject });
  const good = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    "a.notify.windows.com",
  ];
  for (const host of good) expect(known.allows(`https://${host}/x`)).toBe(true);
});

test.each([
  [{ ...keys, publicKey: "short", subject }, "`publicKey`"],
  [{ ...keys, subject: "ops" }, "`subject`"],
])("wrong options are refused", (options, message) => {
  expect(() => webPush(options)).toThrow(message);
});

test("without push, nobody subscribes; the page can be installed all the same", async () => {
  await using served = await serveInbox({ tools: [payment] });
  const session = await openSession(served, carla);
  expect((await post(served, session, "/push", browser("https://fcm.googleapis.com/x").form)).status).toBe(
    404,
  );
  const manifest = (await (await fetch(`${served.url}/app.webmanifest`)).json()) as Record<string, string>;
  expect(manifest).toMatchObject({ display: "standalone", start_url: "/approvals/", scope: "/approvals/" });
  for (const path of ["/icon.svg", "/worker.js"])
    expect((await fetch(`${served.url}${path}`)).status).toBe(200);
});
