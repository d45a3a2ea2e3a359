// What a page says of a run whose figures it shows.
import { arch, cpus, platform, totalmem } from "node:os";
import process from "node:process";

export function runFacts(command, rounds) {
  const [{ model }] = cpus();
  return {
    rounds,
    command: `${command} --rounds ${rounds}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores of ${model}, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${platform()} ${arch()}`,
    node: process.versions.node,
  };
}
