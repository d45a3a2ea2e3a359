// Starts a subject in a process of its own and measures it from outside.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const ownProgram = join(import.meta.dirname, "subject.mjs");

/** `program` is the `subject.mjs` of this checkout or of another one. */
export async function startSubject(kind, name, manifest, folder, program = ownProgram) {
  const { first, order, stop } = await startProcess(program, [kind, name, manifest, folder]);
  const { url } = first;
  return {
    url,
    /**
     * Microseconds of processor time per request, for `count` requests that the subject makes to
     * itself, with so many at once as there are `callers`.
     */
    async cpuOfRequests(request, count, callers = 1) {
      const before = await order({});
      const after = await order({ request, count, callers });
      return (after.cpu - before.cpu) / count;
    },
    /** Microseconds of processor time since its start. */
    cpu: async () => (await order({})).cpu,
    /** Promises made per request. */
    promisesOf: async (request, count) => (await order({ request, count, counted: true })).promises / count,
    /** Microseconds of its processor time while another process works. */
    async cpuOf(work, count) {
      const before = await order({});
      await work();
      return ((await order({})).cpu - before.cpu) / count;
    },
    /** Bytes, after a garbage collection. */
    rss: async () => (await order({ tidy: true })).rss,
    stop,
  };
}

/** Starts a program that takes orders over IPC, and answers each with a message, as it says when it is ready. */
export async function startProcess(program, words) {
  const child = fork(program, words, { execArgv: ["--expose-gc"], stdio: "inherit" });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${program} ${words[1] ?? ""} ended with ${code}`);
  });
  ended.catch(() => {});
  const next = async () => (await Promise.race([once(child, "message"), ended]))[0];
  return {
    first: await next(),
    order(message) {
      child.send(message);
      return next();
    },
    async stop() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
