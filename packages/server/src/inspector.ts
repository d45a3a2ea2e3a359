/**
 * Loaded by `proviso dev` before a project's program, with `--import`: every server that the program creates can be inspected
 * over the channel to the parent process. It opens no port, and does nothing in a process without such a channel.
 */
import process from "node:process";
import { observeServers } from "./telemetry/current-observer.ts";
import type { AskedByInspector } from "./telemetry/messages.ts";
import { observeCalls, type TraceBox } from "./telemetry/observe-calls.ts";

if (process.send) {
  const calls = observeCalls((told) => {
    // The parent may have gone.
    if (process.connected) process.send?.(told, () => {});
  });
  const answer = async ({ id, tool, input, principal, answer: given }: AskedByInspector): Promise<void> => {
    const server = calls.server();
    if (!server) return;
    const box: TraceBox = {};
    const options = { canAsk: true, ...(principal && { principal }), ...(given && { answer: given }) };
    const outcome = await calls.traced(box, () => server.invoke(tool, input, options));
    process.send?.({ kind: "result", id, outcome, ...(box.trace && { trace: box.trace }) }, () => {});
  };
  observeServers(calls.observer);
  process.on("message", (asked: AskedByInspector) => void answer(asked));
  // Without its parent nobody would end this process.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel alone does not keep the program running.
  process.channel?.unref();
}
