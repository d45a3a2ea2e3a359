import { fileURLToPath } from "node:url";
import type { Principal } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import { createApp } from "./app.ts";
import { manifest } from "./generated/schemas/index.ts";
import { origin } from "./origin.ts";

/** The audit trail, the results of earlier calls, what waits and the keys. Beside this code, because a host may start it from anywhere. */
const data = fileURLToPath(new URL("../.data", import.meta.url));

const isHttp = process.argv.includes("--http");
const port = Number(process.env["PORT"] ?? 8080);
const { app } = createApp(
  sqliteState(data),
  origin,
  isHttp ? `http://127.0.0.1:${port}/approvals` : undefined,
);

/**
 * Who calls: an agent on behalf of you, with every permission that a contract names. Replace it by your users, and what each of them
 * may do. A tool with `stepUpAuth` also wants `authTime`: when this person signed in, in seconds since 1970.
 */
const developer: Principal = {
  id: "developer",
  kind: "agent",
  permissions: [...new Set(manifest.tools.flatMap((tool) => tool.permissions))],
};
/** Who approves: you, unless a contract says `approver: other`. */
const you: Principal = { ...developer, kind: "user" };

if (isHttp) {
  // Without the right token a caller is nobody, and may do nothing. `jwt` of @proviso/server reads the tokens of a real log-in.
  const token = process.env["TOKEN"];
  if (!token) console.warn("TOKEN is not set, so every call will be refused");
  const { url, signInLink } = await app.serve({
    http: port,
    authenticate: ({ headers }) =>
      token && headers.authorization === `Bearer ${token}` ? developer : undefined,
    inbox: true,
  });
  console.log(`listening on ${url}`);
  // Whoever opens the link is signed in as you, once: print it to a terminal, never to a log.
  console.log(`you approve calls at ${await signInLink({ principal: you })}`);
} else {
  // A host such as Claude Desktop or VS Code starts this program itself, so the caller is the person at this machine. People approve
  // with `proviso approvals`.
  await app.serve({ stdio: developer });
}
