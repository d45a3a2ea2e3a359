import { fileURLToPath } from "node:url";
import type { Principal } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import { createApp } from "./app.ts";
import { openPayments } from "./ports.ts";

/** The audit trail, what waits and the keys. Beside this code, because a host may start it from anywhere. */
const state = sqliteState(fileURLToPath(new URL("../.data", import.meta.url)));

/** Who calls, and who approves. Replace them by your users. */
const developer: Principal = {
  id: "developer",
  kind: "agent",
  permissions: ["payments:read", "payments:refund"],
};
const otto: Principal = { id: "otto", kind: "user", permissions: ["payments:approve"] };

if (process.argv.includes("--http")) {
  const port = Number(process.env["PORT"] ?? 8080);
  const { app } = createApp(state, openPayments(), `http://127.0.0.1:${port}/approvals`);
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
  // Whoever opens the link is signed in as Otto, once: print it to a terminal, never to a log.
  console.log(`Otto approves refunds at ${await signInLink({ principal: otto })}`);
} else {
  // A host such as Claude Desktop or VS Code starts this program itself, so the caller is the person at this machine. People approve
  // with `proviso approvals`.
  const { app } = createApp(state, openPayments());
  await app.serve({ stdio: developer });
}
