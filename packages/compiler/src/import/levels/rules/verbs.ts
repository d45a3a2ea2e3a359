import type { EffectKind, RiskLevel } from "@proviso/manifest";

/** What a verb in the name of a tool says of its calls. */
export interface VerbRow {
  readonly kind: "reads" | EffectKind;
  /** The lowest level of a tool with this verb. */
  readonly level: RiskLevel;
  /** Whether one more call can undo it. */
  readonly reversible: boolean;
  readonly external?: boolean;
  readonly verbs: string;
}

/**
 * The verbs that names of tools begin or end with. The kinds `deletes`, `grants`, `sends`, `pays`, `refunds` and `calls` are critical
 * (seed 001, Critical). A verb that stands nowhere here is no evidence.
 */
export const verbTable: readonly VerbRow[] = [
  {
    kind: "reads",
    level: "low",
    reversible: true,
    verbs:
      "get list read search find fetch view show count describe browse lookup look inspect retrieve explain compare diff stat stats " +
      "status info query aggregate discover summarize preview check validate verify analyze audit tree peek tail head",
  },
  {
    kind: "creates",
    level: "medium",
    reversible: true,
    verbs:
      "create add insert new make register append clone copy fork duplicate snapshot backup bookmark draft",
  },
  {
    kind: "creates",
    level: "high",
    reversible: false,
    verbs: "upload import ingest comment reply record provision order book reserve schedule",
  },
  {
    kind: "updates",
    level: "medium",
    reversible: true,
    verbs:
      "assign unassign label tag rename reorder reprioritize sort star unstar pin unpin mark toggle follow unfollow watch mute unmute " +
      "vote react close reopen archive unarchive disconnect detach attach link hide resize navigate hover scroll",
  },
  {
    kind: "updates",
    level: "high",
    reversible: false,
    verbs:
      "update edit write set put patch modify change move replace save merge push configure manage upsert sync migrate apply accept " +
      "approve confirm reject decide cancel pause resume restore start stop restart reboot reset revert rebase commit scale enable " +
      "disable lock unlock activate deactivate install upgrade fill type press click drag complete",
  },
  {
    kind: "calls",
    level: "high",
    reversible: false,
    external: true,
    verbs: "connect login authenticate trigger request rerun dispatch export download dump open scrape crawl",
  },
  {
    kind: "calls",
    level: "critical",
    reversible: false,
    external: true,
    verbs: "execute exec run eval evaluate invoke call deploy rollback redeploy release shell",
  },
  {
    kind: "deletes",
    level: "critical",
    reversible: false,
    verbs:
      "delete remove drop destroy purge wipe erase truncate clear trash uninstall unlink kill terminate shutdown deprovision empty discard",
  },
  {
    kind: "sends",
    level: "critical",
    reversible: false,
    external: true,
    verbs:
      "send email mail sms post publish tweet notify invite message forward submit broadcast finalize subscribe",
  },
  {
    kind: "pays",
    level: "critical",
    reversible: false,
    external: true,
    verbs: "pay charge transfer payout purchase buy checkout capture withdraw donate",
  },
  { kind: "refunds", level: "critical", reversible: false, external: true, verbs: "refund reimburse" },
  {
    kind: "grants",
    level: "critical",
    reversible: false,
    verbs: "grant revoke permit authorize share unshare promote demote impersonate ban unban block unblock",
  },
];

const rowsByVerb: ReadonlyMap<string, VerbRow> = new Map(
  verbTable.flatMap((row) => row.verbs.split(" ").map((verb) => [verb, row] as const)),
);

/** The row of the table that a verb stands in. */
export function verbRow(word: string): VerbRow | undefined {
  return rowsByVerb.get(word);
}

/** A verb and its row of the table. */
export interface NamedVerb {
  readonly word: string;
  readonly row: VerbRow;
}

/** Verbs that name a thing as often: beside a verb of reading they do (`pull_request_read`). */
export const alsoNouns: ReadonlySet<string> = new Set(
  (
    "block comment commit request record order book label tag post message email mail sms draft snapshot backup link charge transfer " +
    "release export import archive star vote type schedule change call share update"
  ).split(" "),
);
