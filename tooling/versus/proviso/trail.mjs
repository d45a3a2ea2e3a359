// What Proviso keeps of each call, read with its own verifier.
import { readEvent, readSqliteAudit, verifyAudit } from "@proviso/trail";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export async function trailOf(database) {
  const folder = join(dirname(database), "proviso");
  const file = join(folder, "proviso.sqlite");
  const trail = await readSqliteAudit(file);
  const records = [];
  for await (const event of trail.events()) records.push(readEvent(event));
  await trail.close();
  return {
    records: records.filter((record) => record !== undefined),
    /** Changes one record as an intruder would, and says whether the verifier notices. */
    async noticesChange() {
      const intruder = new DatabaseSync(file);
      intruder.exec(`UPDATE proviso_audit SET record = replace(record, '4200', '42')`);
      intruder.close();
      const changed = await readSqliteAudit(file);
      const verdict = await verifyAudit(changed, { keys: [readFileSync(join(folder, "audit.pub"), "utf8")] });
      await changed.close();
      return !verdict.ok;
    },
  };
}
