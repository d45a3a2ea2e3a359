import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sampleServer } from "../session/connect.ts";
import { readAudit } from "./audit-verified.ts";
import type { DemoStep } from "./step.ts";

const [node = "", bin = ""] = sampleServer();
const program = join(bin, "../../dist/program/dying-server.js");

export const finishedElsewhere: DemoStep = {
  title: "A process is killed, and another one finishes",
  text: "collections.run_dunning takes steps: it decides, and then suspends each subscription, tells its customer and records the letter. Its process is killed after the first letter. The same call made again, to another process, goes on from there.",
  async run({ data, mia, open, transcript, person, check }) {
    const input = { minimumDaysLate: 14, maximumCustomers: 2, tone: "friendly" } as const;
    transcript.call("Mia", "collections.run_dunning", input);
    person.willAnswer({ approves: true, brief: true });
    const dying = await open("mia", undefined, { server: `"${node}" "${program}"` });
    await dying.client.collections.runDunning(input);
    await sleep(21_000);
    person.willAnswer({ approves: true, brief: true });
    const result = await mia.client.collections.runDunning(input);
    const { records } = await readAudit(data);
    const ended = records.filter(({ event }) => event === "step.ended");
    const took = (given: typeof ended): string =>
      given.map(({ details }) => (details as { readonly step?: string } | undefined)?.step).join(", ");
    const second = ended.findIndex(({ callId }) => callId !== ended[0]?.callId);
    transcript.said(`The first process took ${took(ended.slice(0, second))}.`);
    transcript.said("Killed by SIGKILL: its lease ran out after twenty seconds.");
    transcript.said(`The second process took ${took(ended.slice(second))}.`);
    const names = new Set(took(ended).split(", "));
    check("Seven steps ran, each once.", result.ok && names.size === 7 && ended.length === 7);
  },
};
