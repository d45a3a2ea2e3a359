// what can fail around a server (databases, disks, clocks, clients, upgrades) fails under its calls: [TRIAL...] --rounds 24 --clients 24 --seed 20261122
import process from "node:process";
import { trials } from "../../packages/trail/test/faults/trials.ts";
import { readArguments, report } from "./kit/compare.mjs";

const { names, rounds, clients, seed } = readArguments(
  { rounds: 24, clients: 24, seed: 20261122 },
  Object.keys(trials),
);

const rows = [];
for (const trial of names) {
  const findings = await trials[trial].run({ rounds, clients, seed });
  for (const { bound, ...finding } of findings)
    rows.push({ trial, ...finding, ...(bound !== undefined && { bound, met: finding.figure <= bound }) });
}
await report({
  name: "faults",
  title: `${rounds} rounds of each trial, ${clients} clients, seed ${seed}`,
  rows,
});
process.exitCode = rows.every(({ met }) => met !== false) ? 0 : 1;
