import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Principal } from "@proviso/server";
import type { Authenticate } from "@proviso/server/mcp";

/** The bearer token of hosts over HTTP, in a file of the data folder for its owner alone. Made on first use. */
export function hostToken(folder: string): { readonly file: string; readonly token: string } {
  const file = join(folder, "host.token");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`others can use ${file}: remove it, and give the new token to the hosts`);
  const token = readFileSync(file, "utf8").trim();
  if (token.length < 32) throw new Error(`${file} holds no token: remove it, so that a new one is made`);
  return { file, token };
}

/** Accepts requests with this bearer token. Compares digests, so that neither time nor length tells anything of it. */
export function bearerToken(token: string, principal: Principal): Authenticate {
  const expected = digest(token);
  return ({ headers }) => {
    const [scheme = "", given = ""] = (headers.authorization ?? "").split(" ");
    const isRight = timingSafeEqual(digest(given), expected);
    return isRight && scheme.toLowerCase() === "bearer" ? principal : undefined;
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
