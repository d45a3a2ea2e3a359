import { endOf } from "../observe/call.ts";
import { unreachedLimits } from "../observe/fixtures.ts";
import { callOf, endIn } from "../observe/observe-tool.ts";
import { isNothing } from "../observe/rows.ts";
import { type Answer, type Claim, ends, type Evidence, type Said } from "./claim.ts";

const isByArguments = ({ contract }: Evidence): boolean => (contract.idempotency?.key.length ?? 0) > 0;
const isReplayed = (seen: Evidence, way: string): boolean => endIn(seen, way) === "replayed";
/** Undefined for a tool that is refused before a stored outcome is looked for, as its page says. */
const ifRun = (seen: Evidence, isTrue: () => boolean): Answer => {
  const isRefused = endIn(seen, "again") === "requirement_unmet";
  const isSaid = seen.page.some(({ text }) => text.includes("only to calls that meet the requirements"));
  return endIn(seen, "plain") === "completed" && !(isRefused && isSaid) ? isTrue() : undefined;
};
const outputIn = (seen: Evidence, way: string): string => {
  const { outcome } = callOf(seen, way);
  return outcome.kind === "completed" ? JSON.stringify(outcome.output) : "";
};

function repeats(means: string, isTrue: (seen: Evidence) => Answer, ...said: readonly Said[]): Claim {
  const instead = ends("again", "again with the key", "much later");
  return { kind: "repeats", means, said, isTrue, instead };
}

const repeated = "If the call is a repeated one, it ends here with the first outcome";
const ways = { logIn: "with an old log-in", limit: "over the limit" } as const;

/** Compares two steps by the end of a repeated call that the other step would refuse. */
function order(by: keyof typeof ways, end: string, ...says: readonly string[]): Claim {
  const way = `again ${ways[by]}`;
  return {
    kind: "order",
    means: `a repeated call ${ways[by]} ends with ${end}`,
    said: says.map((text): Said => ["order of the steps", new RegExp(`\n${text}`)]),
    isTrue: (seen) => (isOrderShown(seen, by) ? endIn(seen, way) === end : undefined),
    instead: ends(way),
  };
}

function isOrderShown(seen: Evidence, by: keyof typeof ways): boolean {
  const { idempotency, stepUpAuth } = seen.contract;
  // The tool's own effect can be that a requirement is no longer met, which is checked before both.
  if (endIn(seen, "again") === "requirement_unmet") return false;
  if (by === "limit") return endIn(seen, ways.limit) === "rate_limit_exceeded" && idempotency !== undefined;
  return isByArguments(seen) && stepUpAuth.kind === "always";
}

const isPlanned = (seen: Evidence): Answer =>
  seen.calls.has("as a dry run")
    ? endIn(seen, "as a dry run") === "planned" && isNothing(callOf(seen, "as a dry run").change)
    : undefined;

const endings = new Set(["completed", "replayed", "planned", "input_required"]);
const codesOf = ({ calls }: Evidence): readonly string[] =>
  [...new Set([...calls.values()].map(endOf))].filter((end) => !endings.has(end));
const unlisted = (seen: Evidence): readonly string[] => {
  const listed = seen.page.filter(({ place }) => place === "Fails" || place === "Implied failures");
  return codesOf(seen).filter((code) => !listed.some(({ text }) => text.includes(`\`${code}\``)));
};

/** How calls run, repeat, fail and are recorded. */
export const runs: readonly Claim[] = [
  repeats("a repeated call changes nothing", (seen) => isNothing(callOf(seen, "again").change), [
    "Called again",
    /It only reads, so a repeated call changes nothing\./,
  ]),
  repeats("a repeated call runs", (seen) => ifRun(seen, () => endIn(seen, "again") === "completed"), [
    "Called again",
    /Nothing is remembered: a repeated call acts again\./,
  ]),
  repeats(
    "a repeated call gets the first outcome, until the time is over",
    (seen) => ifRun(seen, () => isReplayed(seen, "again") && !isReplayed(seen, "much later")),
    [
      "Called again",
      /Calls of one caller that agree in .+? are one call: the first outcome is remembered for [^.]*/,
    ],
  ),
  repeats(
    "only a call with the same key gets the first outcome",
    (seen) => ifRun(seen, () => !isReplayed(seen, "again") && isReplayed(seen, "again with the key")),
    [
      "Called again",
      /Calls of one caller under one idempotency key are one call: the first outcome is remembered for [^.]*/,
    ],
  ),
  repeats(
    "a repeated call returns the first output",
    (seen) => {
      const [first, again] = isByArguments(seen)
        ? (["plain", "again"] as const)
        : (["with a key", "again with the key"] as const);
      return ifRun(seen, () => outputIn(seen, first) === outputIn(seen, again));
    },
    ["Called again", /Returns the (?:first|same) /],
  ),
  repeats(
    "a repeated call gets the first outcome",
    (seen) => ifRun(seen, () => isReplayed(seen, isByArguments(seen) ? "again" : "again with the key")),
    ["step", new RegExp(`${repeated}(?:, which the server gives only with the log-in below)?\\.`)],
  ),
  order("logIn", "replayed", `${repeated}\\.\n(?:.*\n)*The server wants a stronger log-in`),
  order(
    "logIn",
    "step_up_required",
    `${repeated}, which the server gives only with the log-in`,
    `The server wants a stronger log-in(?:.*\n)*${repeated}`,
  ),
  order("limit", "rate_limit_exceeded", `The server checks .*\\bthe limit of (?:.*\n)*${repeated}`),
  order("limit", "replayed", `${repeated}(?:.*\n)*The server checks the limit`),
  {
    kind: "limits",
    means: "a call over the limit is refused with rate_limit_exceeded",
    said: [
      ["Limits", /\d+ calls in .*?, for each caller\./],
      ["step", /(?:and )?the limit of \d+ calls in .*?, for each caller/],
    ],
    isTrue: (seen) =>
      seen.tool in unreachedLimits ? undefined : endIn(seen, "over the limit") === "rate_limit_exceeded",
    instead: ends("over the limit"),
  },
  {
    kind: "plans",
    means: "there is no dry run",
    said: [["data dryRun", /"none"/]],
    isTrue: ({ contract }) => contract.dryRun === undefined,
  },
  {
    kind: "plans",
    means: "a dry run returns its plan and changes nothing",
    said: [
      ["Dry run", /Offered\. With `dryRun` true the call returns its plan and changes nothing\./],
      ["data dryRun", /"supported"/],
      ["step", /It gets the plan\. Nothing has changed\./],
      ["step", /The handler plans what it would do\. Nothing has changed yet\./],
    ],
    isTrue: isPlanned,
    instead: ends("as a dry run"),
  },
  {
    kind: "plans",
    means: "a call without a dry run is refused",
    said: [
      ["Dry run", /Required\. A call is refused until a call with `dryRun` true has returned its plan/],
      ["data dryRun", /"required"/],
      ["step", /The client makes a dry run\. Without one the call is refused\./],
    ],
    isTrue: (seen) => endIn(seen, "without a dry run") === "dry_run_required",
    instead: ends("without a dry run"),
  },
  {
    kind: "records",
    means: "a record of this type is in the trail",
    said: [
      ["Audit event", /^`([^`]+)`$/],
      ["step", /`([^`]+)` is in the audit trail/],
    ],
    isTrue: (seen, [, type]) =>
      endIn(seen, "plain") === "completed"
        ? callOf(seen, "plain").events.some((event) => event.type === type)
        : undefined,
    instead: (seen) =>
      callOf(seen, "plain")
        .events.map(({ type }) => type)
        .join(", "),
  },
  {
    kind: "records",
    means: "the records name this contract",
    said: [["Contract hash", /^`(\w+)`$/]],
    isTrue: (seen, [, hash]) =>
      seen.variant === 0
        ? callOf(seen, "plain").events.every(({ data }) => (data["contractHash"] ?? hash) === hash)
        : undefined,
  },
  {
    kind: "failures",
    means: "no call ends with another code than the page lists",
    said: [["Implied failures", /^.*$/]],
    isTrue: (seen) => unlisted(seen).length === 0,
    instead: (seen) => `calls ended with ${unlisted(seen).join(", ")}`,
  },
  {
    kind: "failures",
    means: "no call ends with a failure of the tool's own",
    said: [["Fails", /In no way of its own\./]],
    isTrue: (seen) =>
      codesOf(seen).every((code) =>
        seen.contract.failureModes.some((mode) => mode.code === code && mode.implied),
      ),
  },
];
