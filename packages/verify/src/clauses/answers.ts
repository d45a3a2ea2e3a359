import { impliedFailureCodes, isObject } from "@proviso/manifest";
import { checkOf } from "../calls/schemas.ts";
import type { Clause, Step, Tool } from "../model.ts";
import { contractList, contractPart, hiddenIn } from "./contract.ts";
import { changesIn, claimIf, judging, wasAnswered, wasDone, wasExecuted } from "./facts.ts";

export const outputFits: Clause = {
  name: "output-fits",
  claim: (tool) => claimIf(tool?.outputSchema !== undefined, "its results fit its output schema", "schema"),
  missing: (tool) =>
    checkOf(tool?.outputSchema ?? {}) ? undefined : "an output schema that can be compiled",
  judge: judging((tool, steps) => {
    const check = checkOf(tool?.outputSchema ?? {});
    const values = steps.filter(wasDone).map(({ answer }) => answer.value);
    if (values.includes(undefined)) return "a result has no structured content";
    if (!check || values.every((value) => check(value))) return undefined;
    const [error] = check.errors ?? [];
    return `a result does not fit: ${error?.instancePath || "it"} ${error?.message ?? ""}`;
  }, wasDone),
};

export const failuresFit: Clause = {
  name: "failures-fit",
  claim: (tool) => claimIf(tool?.contract !== undefined, "it fails only with the codes that it declares"),
  judge: judging((tool, steps) => {
    const declared = declaredCodes(tool);
    for (const { kind, code } of steps.map(({ answer }) => answer)) {
      if (kind === "error") return `a call ended with the JSON-RPC error ${code ?? ""}`;
      if (kind !== "failed") continue;
      if (code === undefined) return "a call failed without a code";
      if (!declared.includes(code)) return `a call failed with \`${code}\`, which is not declared`;
    }
    return undefined;
  }, wasExecuted),
};

/** A list of tools leaves out the codes that follow from other fields; a compiled contract has them. */
function declaredCodes(tool: Tool | undefined): readonly string[] {
  const modes = contractList(tool, "failureModes").filter(isObject);
  const isComplete = modes.some(({ implied }) => implied === true);
  const codes = modes.map(({ code }) => String(code));
  return ["input_required", ...codes, ...(isComplete ? [] : impliedFailureCodes)];
}

/** Milliseconds for which a slow machine is forgiven. */
const graceMs = 1000;

export const inTime: Clause = {
  name: "in-time",
  claim(tool) {
    const timeoutMs = tool?.contract?.["timeoutMs"];
    return claimIf(typeof timeoutMs === "number", `it answers within ${String(timeoutMs)} ms`);
  },
  judge: judging((tool, steps) => {
    const timeoutMs = Number(tool?.contract?.["timeoutMs"]);
    const isLate = steps.some(({ answer }) => answer.ms > timeoutMs + graceMs);
    return isLate ? `a call was not answered within ${timeoutMs} ms` : undefined;
  }, wasExecuted),
};

export const agency: Clause = {
  name: "agency",
  claim(tool) {
    const stated = contractPart(tool, "hints")["agencyHint"] ?? tool?.annotations["agencyHint"];
    const source = tool?.contract ? "contract" : "hint";
    return claimIf(stated === false, "no model decides in it (agencyHint: false)", source);
  },
  judge: judging((_tool, steps) => {
    const isAsked = changesIn(steps).some(({ oracle }) => oracle === "client");
    return isAsked ? "a call asked for the client's model" : undefined;
  }, wasDone),
};

export const audited: Clause = {
  name: "audited",
  claim(tool) {
    const event = tool?.contract?.["auditEvent"];
    return claimIf(typeof event === "string", `each call writes a record \`${String(event)}\``);
  },
  missing: (_tool, { oracles }) => (oracles.includes("audit") ? undefined : "the audit trail: --audit FILE"),
  judge: judging((tool, steps) => {
    const event = String(tool?.contract?.["auditEvent"]);
    // The record of a call that got the answer of an earlier one says so.
    const names = [`${event} `, `${event}.replayed `];
    const records = changesIn(steps).filter(
      ({ oracle, what }) => oracle === "audit" && names.some((name) => what.startsWith(name)),
    );
    const isLacking = records.length < steps.filter(wasDone).length;
    return isLacking ? `a call completed without a record \`${event}\`` : undefined;
  }, wasDone),
};

/** A shorter text may come back by chance. */
const leastLength = 4;

export const secretsStay: Clause = {
  name: "secrets-stay",
  claim(tool, { secrets }) {
    const names = sensitiveIn(tool);
    return names.length > 0
      ? claimIf(true, `no answer holds ${names.join(", ")}, or a secret of the server`)
      : claimIf(secrets.length > 0, "no answer holds a secret of the server", "protocol");
  },
  judge: judging((tool, steps, { secrets }) => {
    const isTold = (step: Step): boolean =>
      [...secrets, ...argumentsOf(step, sensitiveIn(tool))].some((secret) => holds(step, secret));
    return steps.some(isTold) ? "an answer holds a secret" : undefined;
  }, wasAnswered),
};

/** Names of the arguments that the contract calls sensitive. */
const sensitiveIn = (tool: Tool | undefined): readonly string[] =>
  hiddenIn(contractPart(tool, "inputSchema"));

function argumentsOf({ action }: Step, names: readonly string[]): readonly string[] {
  if (action.kind !== "call") return [];
  const others = JSON.stringify(Object.entries(action.arguments).filter(([name]) => !names.includes(name)));
  const values = names.map((name) => action.arguments[name]).filter((value) => typeof value === "string");
  // Another argument with the same text may come back.
  return values.filter(
    (value) => value.length >= leastLength && !others.includes(JSON.stringify(value).slice(1, -1)),
  );
}

/** Whether an answer holds a text, which JSON may write with escapes. */
function holds({ answer: { value, text, meta } }: Step, secret: string): boolean {
  return JSON.stringify({ value, text, meta }).includes(JSON.stringify(secret).slice(1, -1));
}
