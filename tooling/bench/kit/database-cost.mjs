// What a PostgreSQL has done and spent, from outside: processor time of its processes, bytes of tables and log.
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Microseconds per tick of `/proc/PID/stat`, as on every Linux that Node.js runs on. */
const tick = 10_000;

/** A measurement that is compared with a later one. */
export async function measureDatabase(database) {
  const { rows } = await database.query(
    "select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type not like 'autovacuum%'",
  );
  const cpu = new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await cpuOf(pid)])));
  const sizes = await database.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log,
    (select sum(pg_total_relation_size(relid)) from pg_stat_user_tables) as bytes`);
  const [{ log, bytes }] = sizes.rows;
  return { cpu, log: Number(log), bytes: Number(bytes) };
}

/** Processes that began or ended meanwhile are left out: connections are kept open. */
export function difference(before, after) {
  const spent = [...after.cpu].map(([pid, cpu]) => cpu - (before.cpu.get(pid) ?? cpu));
  return {
    cpu: spent.reduce((total, each) => total + each, 0),
    log: after.log - before.log,
    bytes: after.bytes - before.bytes,
  };
}

/** A program's name may hold spaces; user and system time are the 12th and 13th field after it. */
async function cpuOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The process has just ended.
  if (stat === undefined) return 0;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/** The average number of processes that wait for the lock of a chain, until `isOver`. */
export async function waitingFor(database, isOver) {
  let seen = 0;
  let samples = 0;
  for (; !isOver(); samples++) {
    const { rows } = await database.query(
      "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'",
    );
    seen += rows[0].waiting;
    await setTimeout(20);
  }
  return samples === 0 ? 0 : seen / samples;
}
