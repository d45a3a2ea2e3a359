import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { inFolder, none, type Trial } from "./trial.ts";

const program = new URL("../audit/fixtures/appending-worker.ts", import.meta.url).pathname;
const processes = 3;
const recordsPerRound = 100;

/** Processes that extend one chain in a file, while others open and verify it. Verification must report no problem. */
export const sharedChain: Trial = ({ rounds }) =>
  inFolder(async (folder) => {
    const file = join(folder, "proviso.sqlite");
    const appended = rounds * recordsPerRound;
    const alarms: string[] = [];
    let opened = 0;
    const end = new AbortController();
    const appending = Array.from({ length: processes }, async () => {
      const worker = spawn(process.execPath, [program, file, String(appended)], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      const said: string[] = [];
      worker.stderr.on("data", (chunk) => said.push(String(chunk)));
      const [code] = (await once(worker, "exit")) as [number];
      if (code !== 0) alarms.push(said.join(""));
    });
    const verdict = async () => {
      const trail = await readSqliteAudit(file);
      return verifyAudit(trail).finally(() => trail.close());
    };
    const looking = (async () => {
      for (; !end.signal.aborted; opened++) {
        try {
          await sqliteAudit({ file }).close();
          const seen = await verdict();
          if (!seen.ok) alarms.push(seen.message);
        } catch (error) {
          alarms.push(String(error));
        }
      }
    })();
    await Promise.all(appending);
    end.abort();
    await looking;
    const seen = await verdict();
    const records = seen.ok ? seen.records : 0;
    return [
      { what: "openings and verifications", figure: opened },
      { what: "records", figure: records },
      { what: "records that are missing", figure: processes * appended - records, bound: 0 },
      none("alarms without a fault", alarms),
    ];
  });
