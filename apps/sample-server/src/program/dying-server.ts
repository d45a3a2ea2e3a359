// For the demo: the server, whose process dies after the first letter of a dunning run. `dying-server.js … --data FOLDER`
import { seededPrincipal } from "../identity/principals.ts";
import { handlers } from "./handlers.ts";
import { openBackoffice } from "./open-backoffice.ts";

const { runDunning } = handlers.collections;
const { execute } = runDunning;
const dying: typeof execute = (input, context) =>
  execute(input, {
    ...context,
    async step(name, given, run) {
      const result = await context.step(name, given, run);
      if (/^(write|tell)_/.test(name)) process.kill(process.pid, "SIGKILL");
      return result;
    },
  });
// With the mark of `inSteps`.
Object.assign(runDunning, { execute: Object.assign(dying, execute) });

const { server } = await openBackoffice(process.argv.at(-1) ?? "");
const mia = seededPrincipal("mia", new Date());
if (mia) await server.serve({ stdio: mia, serverInfo: { name: "backoffice-server", version: "0.1.0" } });
