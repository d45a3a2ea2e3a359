// Compiles what its parent sends, in a process of its own: a hang or too much memory ends this process and not the tests. Its first
// argument is how many seconds of processor time a compilation may take.
import process from "node:process";
import { Worker } from "node:worker_threads";
import { compile } from "../../src/index.ts";
import { fragmentRules } from "../fragment-rules.ts";
import type { ChildAnswer, ChildRequest } from "./in-child.ts";

/** Ends the process from another thread, because the one that compiles may not get to it. */
const watch = `
  const { workerData } = require("node:worker_threads");
  const { begun, most } = workerData;
  const used = () => process.cpuUsage().user / 1000;
  let [last, since] = [0, used()];
  setInterval(() => {
    const current = Atomics.load(begun, 0);
    if (current !== last) [last, since] = [current, used()];
    if (current % 2 === 1 && used() - since > most) process.kill(process.pid, "SIGKILL");
  }, 50);
`;
/** Odd while a compilation runs. */
const begun = new Int32Array(new SharedArrayBuffer(4));
const most = Number(process.argv[2]) * 1000;
new Worker(watch, { eval: true, workerData: { begun, most } }).unref();

process.on("message", ({ id, sources }: ChildRequest) => {
  Atomics.add(begun, 0, 1);
  const { model, diagnostics } = compile(sources, { rules: fragmentRules });
  Atomics.add(begun, 0, 1);
  const answer: ChildAnswer = { id, isAccepted: model !== undefined, diagnostics };
  process.send?.(answer);
});
