const neverReleased = "never reached: what is released has expired, and is not found";
const noLease = "the same: what is done has no lease that could end";
const neitherOfOthers = "the same: what is of no other kind cannot be read";
const neverUndefined = "the same: it is set by then";
const oneLookMore = "the same, with one look more into the store";
const foundMeanwhile =
  "differs only if another process stores an outcome under the key of a call that still runs";
const onlyTheEnd = "only delays the end of a process that has nothing else to do";
const howOften = "only how often, and how long, it is tried again";
const noKeys = "the same: without a key there is nothing to look for";
const otherKind = "the same: the other kind still differs";
const loadedFirst = "killed by hand: Stryker changes this constant after its module was loaded";

/** As in `survivors.mjs`: of idempotency keys. */
export const replaySurvivors = [
  ["replay/acquire-key.ts", '"free"', '""', neverReleased],
  ["replay/acquire-key.ts", "!record", "false", neverReleased],
  ["replay/acquire-key.ts", 'record.state === "done"', "false", noLease],
  ["replay/acquire-key.ts", '"done"', '""', noLease],
  ["replay/acquire-key.ts", '{ kind: "unreadable" }', "{}", neitherOfOthers],
  ["replay/acquire-key.ts", '"unreadable"', '""', neitherOfOthers],
  [
    "replay/acquire-key.ts",
    "sameness === undefined",
    "false",
    "the same: whose input cannot be opened, its outcome cannot",
  ],
  ["replay/equal-calls.ts", "leave?.()", "leave()", neverUndefined],
  ["replay/replay.ts", "giveUp?.()", "giveUp()", neverUndefined],
  [
    "replay/former-keys.ts",
    "(known.keys[ownFields] ?? 0) >= now + ttlMs",
    "(known.keys[ownFields] ?? 0) > now + ttlMs",
    oneLookMore,
  ],
  ["replay/former-keys.ts", "until > now", "true", oneLookMore],
  ["replay/former-keys.ts", "until > now", "until >= now", oneLookMore],
  [
    "replay/former-keys.ts",
    "Object.entries(keys).filter(([, until]) => until > now)",
    "Object.entries(keys)",
    oneLookMore,
  ],
  [
    "replay/held-key.ts",
    'stored?.record.state === "done"',
    "true",
    "the same: an own record of a call that has ended is done",
  ],
  ["replay/held-key.ts", 'stored?.record.state === "done"', "false", foundMeanwhile],
  ["replay/held-key.ts", '"done"', '""', foundMeanwhile],
  ["replay/held-key.ts", "beat.unref();", ";", onlyTheEnd],
  ["replay/held-key.ts", "{ ref: false }", "{}", onlyTheEnd],
  ["replay/held-key.ts", "false", "true", onlyTheEnd],
  ["replay/held-key.ts", '"started"', '""', "the same: it only differs from held and done"],
  ["replay/held-key.ts", 'stored && stored.record.state !== "done"', "true", foundMeanwhile],
  [
    "replay/held-key.ts",
    'stored && stored.record.state !== "done"',
    'stored || stored.record.state !== "done"',
    foundMeanwhile,
  ],
  ["replay/held-key.ts", 'stored.record.state !== "done"', "true", foundMeanwhile],
  ["replay/held-key.ts", "waited < freeWithinMs", "waited <= freeWithinMs", howOften],
  ["replay/held-key.ts", "waited += pauseMs", "waited -= pauseMs", howOften],
  ["replay/held-key.ts", "2 * pauseMs", "2 / pauseMs", howOften],
  [
    "replay/held-key.ts",
    "Math.min(2 * pauseMs, longestPauseMs)",
    "Math.max(2 * pauseMs, longestPauseMs)",
    howOften,
  ],
  ["replay/key-record.ts", "record?.callId", "record.callId", neverReleased],
  ["replay/key-record.ts", "24 * 60", "24 / 60", loadedFirst],
  [
    "replay/replay.ts",
    "each !== undefined",
    "true",
    "never reached with nothing: what is not stored has no record",
  ],
  ["replay/replay.ts", "readRecord(each.value) !== undefined", "true", neverReleased],
  ["replay/replay.ts", "false", "true", "the same: the key is held by the call for which it has waited"],
  ["replay/replay.ts", "{ once: true }", "{}", "the same: it is removed"],
  ["replay/replay.ts", "true", "false", "the same: it is removed"],
  [
    "replay/replay.ts",
    "options.idempotencyKey !== undefined || (tool.contract.idempotency?.key.length ?? 0) > 0",
    "true",
    noKeys,
  ],
  [
    "replay/replay.ts",
    "(tool.contract.idempotency?.key.length ?? 0) > 0",
    "(tool.contract.idempotency?.key.length ?? 0) >= 0",
    noKeys,
  ],
  ["replay/replay.ts", '"declared"', '""', otherKind],
  ["replay/replay.ts", '"explicit"', '""', otherKind],
  ["replay/replay.ts", "[]", '["Stryker was here"]', "the same: any mark of an absent field"],
  [
    "replay/replay.ts",
    "contractHash !== call.tool.contract.hash",
    "true",
    "the same: under its own contract it fits",
  ],
  ["replay/replay.ts", "2 ** 31 - 1", "2 ** 31 + 1", loadedFirst],
];
