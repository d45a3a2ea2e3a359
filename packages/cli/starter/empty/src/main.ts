import { fileURLToPath } from "node:url";
import type { Principal } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import { createApp } from "./app.ts";

/** The audit trail, the results of earlier calls and the keys. Beside this code, because a host may start it from anywhere. */
const app = createApp(sqliteState(fileURLToPath(new URL("../.data", import.meta.url))));

/** Who calls, and what they may do. Replace this by your users. */
const developer: Principal = { id: "developer", kind: "agent", permissions: [] };

if (process.argv.includes("--http")) {
  // Without the right token a caller is nobody, and may do nothing. `jwt` of @proviso/server reads the tokens of a real log-in.
  const token = process.env["TOKEN"];
  if (!token) console.warn("TOKEN is not set, so every call will be refused");
  const { url } = await app.serve({
    http: Number(process.env["PORT"] ?? 8080),
    authenticate: ({ headers }) =>
      token && headers.authorization === `Bearer ${token}` ? developer : undefined,
  });
  console.log(`listening on ${url}`);
} else {
  // A host such as Claude Desktop or VS Code starts this program itself, so the caller is the person at this machine.
  await app.serve({ stdio: developer });
}
