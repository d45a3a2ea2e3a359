// What a page says of a run whose figures it shows.
import { arch, cpus, platform, totalmem } from "node:os";
import process from "node:process";

/** The figures of a page, with one line for each case that has a median alone. */
export function figuresJson(figures) {
  const row = /\{\n\s+("case": .*)\n\s+("median": .*)\n\s+\}/g;
  return `${JSON.stringify(figures, undefined, 2).replaceAll(row, "{ $1 $2 }")}\n`;
}

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
