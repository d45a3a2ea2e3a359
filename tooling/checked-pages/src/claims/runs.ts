import { audited, failuresFit } from "../../../../packages/verify/src/clauses/answers.ts";
import { dryRun } from "../../../../packages/verify/src/clauses/effects.ts";
import { effectsIn } from "../../../../packages/verify/src/clauses/facts.ts";
import { unreachedLimits } from "../observe/fixtures.ts";
import { callOf, endIn } from "../observe/observe-tool.ts";
import { type Claims, type Evidence, type Fact, tried } from "./claim.ts";

const isByArguments = ({ contract }: Evidence): boolean => (contract.idempotency?.key.length ?? 0) > 0;
const isReplayed = (seen: Evidence, way: string): boolean => endIn(seen, way) === "replayed";
/** Undefined for a tool that is refused before a stored outcome is looked for, as its page says. */
const ifRun =
  (isTrue: (seen: Evidence) => boolean): Fact =>
  (seen) => {
    const isRefused = endIn(seen, "again") === "requirement_unmet";
    const isSaid = seen.page.some(({ text }) => text.includes("only to calls that meet the requirements"));
    return endIn(seen, "plain") === "completed" && !(isRefused && isSaid) ? isTrue(seen) : undefined;
  };
const outputIn = (seen: Evidence, way: string): string => {
  const { outcome } = callOf(seen, way);
  return outcome.kind === "completed" ? JSON.stringify(outcome.output) : "";
};
const repeated = "If the call is a repeated one, it ends here with the first outcome";
const step = (...texts: readonly string[]) =>
  texts.map((text) => ["order of the steps", new RegExp(`\n${text}`)] as const);
/** Compares two steps by the end of a repeated call that the other step would refuse. */
const order =
  (way: "with an old log-in" | "over the limit", end: string): Fact =>
  (seen) => {
    const { idempotency, stepUpAuth } = seen.contract;
    const isShown =
      way === "over the limit"
        ? endIn(seen, way) === "rate_limit_exceeded" && idempotency !== undefined
        : isByArguments(seen) && stepUpAuth.kind === "always";
    // The tool's own effect can be that a requirement is no longer met, which is checked before both.
    return isShown && endIn(seen, "again") !== "requirement_unmet"
      ? endIn(seen, `again ${way}`) === end
      : undefined;
  };

const fails = (codesOf: (seen: Evidence) => readonly string[]): Fact => {
  // Implied: with these, the list of codes is complete.
  const modes = (seen: Evidence) => ["none", ...codesOf(seen)].map((code) => ({ code, implied: true }));
  return (seen, match) =>
    tried(failuresFit, [...seen.calls.keys()], () => ({ contract: { failureModes: modes(seen) } }))(
      seen,
      match,
    );
};

/** How calls run, repeat, fail and are recorded. */
export const runs: Claims = {
  repeats: {
    "a repeated call changes nothing": [
      (seen) => effectsIn([callOf(seen, "again")]).length === 0,
      ["If called twice", /It only reads, so a repeated call changes nothing\./],
    ],
    "a repeated call runs": [
      ifRun((seen) => endIn(seen, "again") === "completed"),
      ["If called twice", /Nothing is remembered: a repeated call acts again\./],
    ],
    "a repeated call gets the first outcome, until the time is over": [
      ifRun((seen) => isReplayed(seen, "again") && !isReplayed(seen, "much later")),
      [
        "If called twice",
        /Calls of one caller that agree in .+? are one call: the first outcome is remembered for [^.]*/,
      ],
    ],
    "only a call with the same key gets the first outcome": [
      ifRun((seen) => !isReplayed(seen, "again") && isReplayed(seen, "again with the key")),
      [
        "If called twice",
        /Calls of one caller under one idempotency key are one call: the first outcome is remembered for [^.]*/,
      ],
    ],
    "a repeated call returns the first output": [
      ifRun((seen) =>
        isByArguments(seen)
          ? outputIn(seen, "plain") === outputIn(seen, "again")
          : outputIn(seen, "with a key") === outputIn(seen, "again with the key"),
      ),
      ["If called twice", /Returns the (?:first|same) /],
    ],
    "a repeated call gets the first outcome": [
      ifRun((seen) => isReplayed(seen, isByArguments(seen) ? "again" : "again with the key")),
      ["step", new RegExp(`${repeated}(?:, which the server gives only with the log-in below)?\\.`)],
    ],
  },
  order: {
    "a repeated call with an old log-in gets the first outcome": [
      order("with an old log-in", "replayed"),
      ...step(`${repeated}\\.\n(?:.*\n)*The server wants a (?:fresh|stronger) log-in`),
    ],
    "a repeated call with an old log-in is refused for it": [
      order("with an old log-in", "step_up_required"),
      ...step(
        `${repeated}, which the server gives only with the log-in`,
        `The server wants a (?:fresh|stronger) log-in(?:.*\n)*${repeated}`,
      ),
    ],
    "a repeated call over the limit is refused": [
      order("over the limit", "rate_limit_exceeded"),
      ...step(`The server checks .*\\bthe limit of (?:.*\n)*${repeated}`),
    ],
    "a repeated call over the limit gets the first outcome": [
      order("over the limit", "replayed"),
      ...step(`${repeated}(?:.*\n)*The server checks the limit`),
    ],
  },
  limits: {
    "a call over the limit is refused with rate_limit_exceeded": [
      (seen) =>
        seen.tool in unreachedLimits ? undefined : endIn(seen, "over the limit") === "rate_limit_exceeded",
      ["Limits", /\d+ calls in .*?, for each caller\./],
      ["step", /(?:and )?the limit of \d+ calls in .*?, for each caller/],
      ["label Log-in, limit", /(?<=; )\d+ (?:an? \w+|in \d+ \w+)(?=$|,)/],
    ],
  },
  plans: {
    "there is no dry run": [({ contract }) => contract.dryRun === undefined, ["data dryRun", /"none"/]],
    "a dry run returns its plan and changes nothing": [
      (seen, match) =>
        seen.calls.has("as a dry run") ? (tried(dryRun, ["as a dry run"])(seen, match) ?? false) : undefined,
      ["Dry run", /Offered\. With `dryRun` true the call returns its plan and changes nothing\./],
      ["data dryRun", /"supported"/],
      ["step", /It gets the plan\. Nothing has changed\./],
      ["step", /The handler plans what it would do\. Nothing has changed yet\./],
    ],
    "a call without a dry run is refused": [
      (seen) => endIn(seen, "without a dry run") === "dry_run_required",
      ["Dry run", /Required\. A call is refused until a call with `dryRun` true has returned its plan/],
      ["data dryRun", /"required"/],
      ["step", /The client makes a dry run\. Without one the call is refused\./],
    ],
  },
  records: {
    "a record of this type is in the trail": [
      tried(audited, ["plain"], (_, [, auditEvent = ""]) => ({ contract: { auditEvent } })),
      ["Audit event", /^`([^`]+)`$/],
      ["step", /`([^`]+)` is in the audit trail/],
    ],
    "the records name this contract": [
      (seen, [, hash = ""]) =>
        seen.variant === 0
          ? callOf(seen, "plain").changes.every(
              ({ oracle, what }) => oracle !== "audit" || what.endsWith(" ") || what.endsWith(hash),
            )
          : undefined,
      ["Contract hash", /^`(\w+)`$/],
    ],
  },
  failures: {
    "no call ends with another code than the page lists": [
      fails(({ page }) =>
        page
          .filter(({ place }) => /^(?:Fails|Implied failures)$/.test(place))
          .flatMap(({ text }) => [...text.matchAll(/`(\w+)`/g)].map(([, code = ""]) => code)),
      ),
      ["Implied failures", /^.*$/],
    ],
    "no call ends with a failure of the tool's own": [
      fails(({ contract }) => contract.failureModes.flatMap(({ code, implied }) => (implied ? [code] : []))),
      ["Fails", /In no way of its own\./],
    ],
  },
};
