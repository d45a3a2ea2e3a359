// All orders of steps within a scenario, of some scenarios in CI.
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { answerCalls } from "../../src/approvals/answer-calls.ts";
import { approvalDesk, endPaused } from "../../src/approvals/approval-desk.ts";
import { approvalParts } from "../../src/approvals/approval-parts.ts";
import { explore } from "../../../server/test/simulation/explore.ts";
import { worldOf } from "./model.ts";
import { scenarios } from "./scenarios.ts";

test.each(pieceOf(Object.entries(scenarios), 5))(
  "in no order of steps does a call run wrongly: %s",
  { timeout: 1_200_000 },
  async (name, scenario) => {
    const { states, runs, violation } = await explore(() =>
      worldOf(scenario, { answerCalls, approvalDesk, approvalParts, endPaused }),
    );
    if (process.env["SHOW_STATES"]) console.error(`${name}: ${states} states, ${runs} runs`);
    expect(violation).toBeUndefined();
    expect(states).toBeGreaterThan(20);
  },
);
