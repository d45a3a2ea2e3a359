import { type ExitCode, printed } from "@proviso/terminal";
import { printMoney } from "../business/money.ts";
import { type DunningReport, nightlyDunning } from "./nightly-dunning.ts";
import { openBackoffice } from "./open-backoffice.ts";

/** Runs the nightly dunning and prints its result. Returns the exit code: 1 if it was stopped. */
export async function printDunning(dataFolder: string, json: boolean): Promise<ExitCode> {
  const backoffice = await openBackoffice(dataFolder);
  try {
    const dunningReport = await nightlyDunning(backoffice.server, {
      minimumDaysLate: 14,
      maximumCustomers: 20,
    });
    console.log(printed(json ? JSON.stringify(dunningReport, null, 2) : describe(dunningReport)));
    return dunningReport.kind === "stopped" ? 1 : 0;
  } finally {
    await backoffice.close();
  }
}

function describe(dunningReport: DunningReport): string {
  switch (dunningReport.kind) {
    case "nothing_to_do":
      return "nobody is late";
    case "done":
      return `${dunningReport.late} customers who are late have been written to`;
    case "stopped":
      return `stopped at ${dunningReport.at}: ${dunningReport.code}: ${dunningReport.why}`;
    case "needs_person": {
      const { customerCount, outstanding, steps } = dunningReport.plan;
      return [
        `${customerCount} of ${dunningReport.late} late subscriptions, ${printMoney(outstanding)} outstanding; planned:`,
        ...steps.map(({ customerId, step, reason }) => `  ${step.padEnd(8)} ${customerId}  ${reason}`),
        `nothing has happened: ${dunningReport.why}`,
      ].join("\n");
    }
  }
}
