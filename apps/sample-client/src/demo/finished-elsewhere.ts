import { extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readAudit } from "./audit-verified.ts";
import type { DemoStep } from "./step.ts";

const program = fileURLToPath(new URL(`dying-server${extname(import.meta.url)}`, import.meta.url));
/** Longer than the lease of a killed process. */
const leaseMs = 21_000;

export const finishedElsewhere: DemoStep = {
  title: "A process is killed, and another one finishes",
  text: "collections.run_dunning takes steps: it decides, and then writes to each customer and records it. Its process is killed after the first letter. The same call made again, to another process, goes on from there.",
  async run({ data, mia, open, transcript, person, check }) {
    const input = { minimumDaysLate: 14, maximumCustomers: 2, tone: "friendly" } as const;
    transcript.call("Mia", "collections.run_dunning", input);
    person.willAnswer({ approves: true, brief: true });
    const dying = await open("mia", undefined, { server: `"${process.execPath}" "${program}"` });
    const lost = await dying.client.collections.runDunning(input);
    check("Its process is dead, and the call has no answer.", !lost.ok);
    await sleep(leaseMs);
    person.willAnswer({ approves: true, brief: true });
    const result = await mia.client.collections.runDunning(input);
    const { records } = await readAudit(data);
    const ended = records.filter(({ event }) => event === "step.ended");
    const [first, second] = [true, false].map((isFirst) =>
      ended
        .filter(({ callId }) => (callId === ended[0]?.callId) === isFirst)
        .map(({ details }) => String((details as { readonly step?: unknown } | undefined)?.step)),
    );
    transcript.said(`The first process took ${first?.join(" and ")}.`);
    transcript.said("Killed by SIGKILL: its lease ran out after twenty seconds.");
    transcript.said(`The second process took ${second?.join(", ")}.`);
    const names = new Set([...(first ?? []), ...(second ?? [])]);
    check(
      "The run is complete: five steps, and none ran twice.",
      result.ok && names.size === 5 && ended.length === 5,
    );
  },
};
