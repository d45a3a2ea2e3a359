import type { Json } from "@proviso/manifest";
import type { AdmittedCall, CanonicalInput, ValidCall } from "../call/call.ts";
import { isWholeText } from "../../canonical/whole-text.ts";
import { refuse } from "../call/refuse.ts";
import type { Problem } from "../../tools/schema-check.ts";
import type { Check } from "../call/stage.ts";

const unreadableInput =
  "The input must be a JSON object, no more than 100 levels deep, of no more than 100,000 values and 10,000 properties in any object, and its texts must be whole Unicode characters.";

const maxKeyLength = 256;
const unusableKey = `The idempotency key must be 1 to ${maxKeyLength} whole Unicode characters.`;

/** Later stages use only the canonical copy of the input. */
export function validate(): Check<AdmittedCall, ValidCall> {
  return {
    name: "validate",
    run(call, next) {
      const { canonical } = call;
      if (!isIdempotencyKey(call.options.idempotencyKey)) return refuse(call, "invalid_input", unusableKey);
      if (!canonical) return refuse(call, "invalid_input", unreadableInput);
      const inputProblems = [...checkDryRun(canonical), ...call.tool.checkInput(canonical.value)];
      if (inputProblems.length > 0)
        return refuse(call, "invalid_input", problemSentence(inputProblems), problemDetails(inputProblems));
      const { value: input, fingerprint } = canonical;
      return next({ ...call, input, fingerprint, dryRun: canonical.dryRun === true });
    },
  };
}

/** An invalid key is refused rather than ignored, because the caller relies on it. */
function isIdempotencyKey(key: unknown): boolean {
  if (key === undefined) return true;
  return typeof key === "string" && key !== "" && key.length <= maxKeyLength && isWholeText(key);
}

function checkDryRun({ dryRun }: CanonicalInput): readonly Problem[] {
  return dryRun === undefined || typeof dryRun === "boolean"
    ? []
    : [{ path: "/dryRun", problem: "must be boolean" }];
}

function problemSentence(inputProblems: readonly Problem[]): string {
  const list = inputProblems.map(({ path, problem }) => `${path === "" ? "the input" : path} ${problem}`);
  return `The input does not fit the contract: ${list.join("; ")}.`;
}

function problemDetails(inputProblems: readonly Problem[]): { problems: Json } {
  return { problems: inputProblems.map(({ path, problem }) => ({ path, problem })) };
}
