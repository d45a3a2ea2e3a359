// All orders of steps within a scenario; in CI at most 1500 of each, of some scenarios.
import process from "node:process";
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { answerCalls } from "../../src/approvals/answer-calls.ts";
import { approvalDesk, endPaused } from "../../src/approvals/approval-desk.ts";
import { approvalParts } from "../../src/approvals/approval-parts.ts";
import { explore } from "../../../server/test/simulation/explore.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { worldOf } from "./model.ts";
import { scenarios } from "./scenarios.ts";

/** Each change has others in CI. `PROVISO_FUZZ_SEED=7` gives the same again. */
const seed = process.env["PROVISO_FUZZ_SEED"];
const part = seed === undefined ? undefined : { runs: 1500, random: seeded(Number(seed)) };

test.each(pieceOf(Object.entries(scenarios), 5))(
  "in no order of steps does a call run wrongly: %s",
  async (name, scenario) => {
    const code = { answerCalls, approvalDesk, approvalParts, endPaused };
    const { states, runs, violation } = await explore(() => worldOf(scenario, code), undefined, part);
    if (process.env["SHOW_STATES"]) console.error(`${name}: ${states} states, ${runs} runs`);
    expect(violation).toBeUndefined();
    expect(states).toBeGreaterThan(20);
  },
);
