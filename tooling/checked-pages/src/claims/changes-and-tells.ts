import { moneyTables } from "../observe/fixtures.ts";
import { callOf, endIn } from "../observe/observe-tool.ts";
import { type Change, isNothing } from "../observe/rows.ts";
import { type Answer, type Claim, ends, type Evidence, type Said } from "./claim.ts";

const isAnything = ({ created, updated, deleted }: Change): boolean =>
  created.length + updated.length + deleted.length > 0;
const isMoneyMoved = ({ created }: Change): boolean =>
  created.some(({ table }) => moneyTables.includes(table));
const effects: Readonly<Record<string, (change: Change) => boolean>> = {
  creates: ({ created }) => created.length > 0,
  updates: isAnything,
  deletes: ({ deleted, updated }) => deleted.length + updated.length > 0,
  grants: isAnything,
  pays: isMoneyMoved,
  refunds: isMoneyMoved,
  calls: isAnything,
  sends: ({ mails, created }) => mails > 0 || created.some(({ table }) => table === "files"),
};

function changes(means: string, test: (change: Change) => boolean, ...said: readonly Said[]): Claim {
  const isTrue = (seen: Evidence): Answer =>
    endIn(seen, "plain") === "completed" ? test(callOf(seen, "plain").change) : undefined;
  return { kind: "changes", means, said, isTrue };
}

/** A hint is of the tool as written, the riskiest variant. */
function hint(means: string, isTrue: (seen: Evidence) => Answer, ...said: readonly Said[]): Claim {
  return {
    kind: "hints",
    means,
    said,
    isTrue: (seen) => (seen.variant === 0 ? isTrue(seen) : undefined),
    instead: ends("plain", "again", "again with the key"),
  };
}

function hinted(name: string, value: boolean): readonly Said[] {
  return [
    ["MCP hints", new RegExp(`\`${name}Hint\` ${value}`)],
    [`data ${name}`, new RegExp(`^${value}$`)],
  ];
}

const isRepeatedSafely = (seen: Evidence): Answer =>
  endIn(seen, "plain") === "completed" ? isNothing(callOf(seen, "again").change) : undefined;

/** What a call or its dry run returned of people, beside what the caller had sent. */
function told(seen: Evidence): readonly string[] {
  const [dryRun, plain] = [seen.calls.get("as a dry run")?.outcome, callOf(seen, "plain").outcome];
  const text = JSON.stringify([
    dryRun?.kind === "planned" && dryRun.plan,
    plain.kind === "completed" && plain.output,
  ]);
  const sent = JSON.stringify(seen.input);
  return [...seen.personal].filter((value) => text.includes(value) && !sent.includes(value));
}

const saysPrivate = /(?:Sees|Returns) no private data(?:, and shows none in its plan)?\./;

/** What a call changes and tells, and that it does nothing else. */
export const changesAndTells: readonly Claim[] = [
  changes(
    "nothing in the product's world changes",
    isNothing,
    ["Changes", /^Nothing(?:: it only reads)?\.$/],
    ["label", /^Only reads\./],
    ["step", /It only reads\./],
  ),
  ...Object.entries(effects).map(([kind, test]) =>
    changes(`the call ${kind}`, test, ["Changes", new RegExp(`\\*\\*${kind}\\*\\*: (?!.*where \`)`)]),
  ),
  changes("no mail is sent", ({ mails }) => mails === 0, ["data does", /^(?!.*sends).*$/]),
  changes("no row is deleted", ({ deleted }) => deleted.length === 0, [
    "data does",
    /^(?!.*(?:erases|deletes)).*$/,
  ]),
  changes("no money moves", (change) => !isMoneyMoved(change), ["data does", /^(?!.*(?:pays|refunds)).*$/]),
  changes("money moves", isMoneyMoved, ["data does", /pays|refunds/]),
  hint("nothing changes", (seen) => isNothing(callOf(seen, "plain").change), ...hinted("readOnly", true)),
  hint(
    "no row is deleted",
    (seen) => callOf(seen, "plain").change.deleted.length === 0,
    ...hinted("destructive", false),
  ),
  hint("no mail is sent", (seen) => callOf(seen, "plain").change.mails === 0, ...hinted("openWorld", false)),
  hint("a repeated call without a key changes nothing", isRepeatedSafely, ...hinted("idempotent", true), [
    "list idempotent",
    /.*/,
  ]),
  hint(
    "a repeated call acts again, and one with the same key does not",
    (seen) => endIn(seen, "again") !== "replayed" && endIn(seen, "again with the key") === "replayed",
    [/^list idempotent-with-a-key$|^data idempotentWithKey$/, /^(?!false).*$/],
  ),
  {
    kind: "privacy",
    means: "neither the result nor the plan has data of people",
    said: [
      [/^label$|^(?:Sees|Returns) and sends$/, saysPrivate],
      ["data readsPrivate", /^false$/],
    ],
    isTrue: (seen) => told(seen).length === 0,
    instead: (seen) => `it returned ${told(seen).join(", ")}`,
  },
];
