// a server whose database is stopped, hangs, is read-only, locked, replaced or removed under its calls: --rounds 24 --clients 24 --seed 20261122
import process from "node:process";
import { faultsUnderLoad } from "../../packages/server/test/soak/faults.ts";
import { readNumbers, report } from "./kit/compare.mjs";

const { rounds, clients, seed } = readNumbers({ rounds: 24, clients: 24, seed: 20261122 });

const none = (database, what, names) => ({
  database,
  what,
  figure: names.length,
  bound: 0,
  met: names.length === 0,
  which: names.slice(0, 5).join(", "),
});

function rowsOf(database, { faults, answers, effects, doubled, lost, began, over, audit }) {
  return [
    ...Object.entries(faults).map(([what, figure]) => ({ database, what, figure })),
    ...Object.entries(answers).map(([answer, figure]) => ({ database, what: `answered ${answer}`, figure })),
    { database, what: "effects", figure: effects },
    none(database, "effects that happened twice", doubled),
    none(database, "told that it was done, and it was not", lost),
    { database, what: "outages an operator was told of", figure: began },
    { database, what: "of these over", figure: over, bound: began, met: over === began },
    {
      database,
      what: audit.ok ? "audit records, the chain is whole" : audit.message,
      figure: audit.records ?? 0,
      met: audit.ok,
    },
  ];
}

const rows = [];
for (const database of ["sqlite", "postgres"])
  rows.push(...rowsOf(database, await faultsUnderLoad({ database, rounds, clients, seed })));
await report({
  name: "faults",
  title: `${rounds} faults for each database, ${clients} clients, seed ${seed}`,
  rows,
});
process.exitCode = rows.every(({ met }) => met !== false) ? 0 : 1;
