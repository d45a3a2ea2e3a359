import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Principal } from "@proviso/server";
import { SignJWT, type JWTPayload } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { readKey } from "../src/keys/read-key.ts";
import { openTokens } from "../src/identity/tokens.ts";

const mia: Principal = { id: "usr_mia", kind: "agent", tenant: "nordlicht", permissions: ["files:read"] };
const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const claims: JWTPayload = {
  iss: "backoffice-server",
  aud: "backoffice",
  sub: "usr_mia",
  exp: inAnHour,
  kind: "agent",
  tenant: "nordlicht",
  permissions: ["files:read"],
};

/** Who the bearer of a token with these claims is, signed with the server's own key. */
async function check(payload: JWTPayload, expected: Principal | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "backoffice-tokens-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tokens = await openTokens(folder);
  const key = await readKey(join(folder, "token.key"));
  const token = await new SignJWT(payload).setProtectedHeader({ alg: "HS256" }).sign(key);
  expect(await tokens.verify(token)).toEqual(expected);
}

const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));

test("a token names its bearer, and when it ends", () => check(claims, { ...mia, expiresAt: inAnHour }));
test("a token that never expires names nobody", () => check(without("exp"), undefined));
test("a token that has expired names nobody", () => check({ ...claims, exp: inAnHour - 7200 }, undefined));
test("a token without a subject names nobody", () => check(without("sub"), undefined));
test("a token whose subject is empty names nobody", () => check({ ...claims, sub: "" }, undefined));
test("a token for somebody else's server names nobody", () => check({ ...claims, aud: "other" }, undefined));
test.each([
  ["kind", "admin"],
  ["tenant", 7],
  ["tenant", ""],
  ["permissions", "files:read"],
  ["permissions", ["files:read", 7]],
  ["auth_time", "now"],
  ["attributes", { role: ["admin"] }],
])("a token whose %s is %j names nobody", (claim, value) => check({ ...claims, [claim]: value }, undefined));
