// The sample over stdio for the callers of `proviso verify`: without permissions, with an old log-in, or Mia as usual.
import process from "node:process";
import { openBackoffice } from "../src/program/open-backoffice.ts";
import { seededPrincipal } from "../src/identity/principals.ts";

// A run takes longer than a log-in stays fresh.
const mia = {
  ...seededPrincipal("mia", new Date()),
  get authTime() {
    return Math.floor(Date.now() / 1000);
  },
};
const callers = {
  nobody: { ...mia, permissions: [] },
  stale: { ...mia, authTime: mia.authTime - 90 * 86_400 },
};
const backoffice = await openBackoffice(process.argv[2], process.env["SMTP_URL"]);
const served = await backoffice.server.serve({
  stdio: callers[process.env["CALLER"]] ?? mia,
  serverInfo: { name: "backoffice-server", title: "Nordlicht backoffice", version: "0.1.0" },
});
await served.closed;
await backoffice.close();
