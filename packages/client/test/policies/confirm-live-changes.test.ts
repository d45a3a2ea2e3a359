import { test } from "vitest";
import { confirmLiveChanges } from "../../src/index.ts";
import { additive, contract } from "../contract.ts";
import { check } from "./check-policy.ts";

test("004: especially in live mode: there every change above low risk asks", () => {
  const note = contract({ riskLevel: "medium", hints: additive });
  check(confirmLiveChanges, note, "live", "ask", "live");
  check(confirmLiveChanges, note, "test", "run");
  check(confirmLiveChanges, contract({ hints: additive }), "live", "run");
  check(confirmLiveChanges, contract({ riskLevel: "medium" }), "live", "run");
});
