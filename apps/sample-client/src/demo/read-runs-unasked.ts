import { viewResult } from "../view/result.ts";
import type { DemoStep } from "./step.ts";

export const readRunsUnasked: DemoStep = {
  title: "A read runs unasked",
  text: "Low risk, no side effects: the agent may call it alone.",
  async run({ mia, transcript, person, check }) {
    const input = { status: "active", pageSize: 4 } as const;
    transcript.call("Mia", "customers.list", input);
    const result = await mia.client.customers.list(input);
    transcript.shown(viewResult(result));
    check("It ran, and nobody was asked.", result.ok && person.timesAsked() === 0);
  },
};
