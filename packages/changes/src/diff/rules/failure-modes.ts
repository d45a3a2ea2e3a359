import { type FailureMode, impliedCodes, impliedFailure, type ToolContract } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, neutral, opposites, safe } from "../facts/kinds.ts";
import { json } from "../facts/json-value.ts";
import { place } from "../facts/place.ts";

/** From free to strict. */
const retries = ["after", "sameKey", "never"];

export const failureModes: ClauseRule = clauseRule({
  name: "failure-modes",
  summary:
    "The failures that a call can return, and what they say about calling again. Implied ones follow from other clauses.",
  kinds: {
    ...opposites("unchanged", {
      "failure-mode-removed": safe("The contract no longer says that the tool refuses in this case."),
      "failure-mode-added": dangerous("A call can fail in a way that callers do not know."),
    }),
    ...opposites("unchanged", {
      "failure-retry-loosened": safe(
        "After this failure, clients may call again where they were told not to, or without the same key.",
      ),
      "failure-retry-tightened": dangerous(
        "After this failure, clients may no longer call again, or only with the same key.",
      ),
    }),
    ...neutral("unchanged", { "failure-reworded": safe("A failure is described otherwise.") }),
  },
  find(before: ToolContract, after: ToolContract) {
    const codes = [...new Set([...statedCodes(before), ...statedCodes(after)])];
    return codes.flatMap((code) => changesOf(code, modeOf(before, code), modeOf(after, code)));
  },
});

/** Without the implied ones that are there, or are not, because of the other clauses. */
function statedCodes(tool: ToolContract): readonly string[] {
  const implied = impliedCodes(tool);
  const missing = implied.filter((code) => !modeOf(tool, code));
  const stated = tool.failureModes.filter((mode) => {
    const code = implied.find((each) => each === mode.code);
    return code === undefined || !mode.implied || impliedFailure(code, tool).retry !== mode.retry;
  });
  return [...stated.map(({ code }) => code), ...missing];
}

function modeOf({ failureModes: modes }: ToolContract, code: string): FailureMode | undefined {
  return modes.find((mode) => mode.code === code);
}

function changesOf(
  code: string,
  was: FailureMode | undefined,
  is: FailureMode | undefined,
): readonly FoundChange[] {
  const path = place("failureModes", code);
  if (!was || !is) {
    if (was === is) return [];
    const id = is ? "failure-mode-added" : "failure-mode-removed";
    const says = is ? `can fail with \`${code}\`` : `no longer declares the failure \`${code}\``;
    return [{ id, path, before: json(was), after: json(is), says }];
  }
  return [...retryChange(path, was, is), ...descriptionChange(path, was, is)];
}

function retryChange(path: string, was: FailureMode, is: FailureMode): readonly FoundChange[] {
  if (was.retry === is.retry) return [];
  const isLooser = retries.indexOf(is.retry) < retries.indexOf(was.retry);
  const id = isLooser ? "failure-retry-loosened" : "failure-retry-tightened";
  const says = `gives other advice about calling again after \`${is.code}\`: \`${is.retry}\` instead of \`${was.retry}\``;
  return [{ id, path: `${path}.retry`, before: was.retry, after: is.retry, says }];
}

function descriptionChange(path: string, was: FailureMode, is: FailureMode): readonly FoundChange[] {
  if (was.description === is.description || (was.implied && is.implied)) return [];
  const says = `describes the failure \`${is.code}\` otherwise`;
  const values = { before: was.description, after: is.description };
  return [{ id: "failure-reworded", path: `${path}.description`, ...values, says }];
}
