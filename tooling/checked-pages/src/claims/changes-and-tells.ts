import type { Change } from "@proviso/verify";
import { secretsStay } from "../../../../packages/verify/src/clauses/answers.ts";
import { addsOnly, closedWorld, readsOnly } from "../../../../packages/verify/src/clauses/effects.ts";
import { judging } from "../../../../packages/verify/src/clauses/facts.ts";
import { idempotent } from "../../../../packages/verify/src/clauses/idempotent.ts";
import { money } from "../observe/fixtures.ts";
import { endIn } from "../observe/observe-tool.ts";
import { type Claims, type Fact, tried } from "./claim.ts";

type Test = (change: Change) => boolean;
const ofRows =
  (...kinds: readonly Change["kind"][]): Test =>
  ({ oracle, kind }) =>
    oracle === "rows" && kinds.includes(kind);
const isMail: Test = ({ oracle }) => oracle === "mail";
const isMoney: Test = ({ kind, what }) => kind === "added" && money.test(what);
const isAny = ofRows("added", "changed", "removed");
const effects: Readonly<Record<string, Test>> = {
  creates: ofRows("added"),
  updates: isAny,
  deletes: ofRows("changed", "removed"),
  grants: isAny,
  pays: isMoney,
  refunds: isMoney,
  calls: isAny,
  sends: (change) => isMail(change) || (change.kind === "added" && change.what.includes(" files/")),
};

/** Whether a call that completes has a change of this sort, or has none. */
const changes = (test: Test, is = true): Fact => {
  const observe = (found: readonly Change[]): string | undefined =>
    found.some(test) === is
      ? undefined
      : `it changed ${found.map(({ what }) => what).join(", ") || "nothing"}`;
  const judge = judging((_, steps) => observe(steps.flatMap((step) => step.changes)));
  return (seen, match) =>
    endIn(seen, "plain") === "completed" ? tried({ judge }, ["plain"])(seen, match) : undefined;
};

/** A hint is of the tool as written, the riskiest variant. */
const hint =
  (fact: Fact): Fact =>
  (seen, match) =>
    seen.variant === 0 ? fact(seen, match) : undefined;
const hinted = (name: string, value: boolean) =>
  [
    ["MCP hints", new RegExp(`\`${name}Hint\` ${value}`)],
    [`data ${name}`, new RegExp(`^${value}$`)],
  ] as const;

/** What a call changes and tells, and that it does nothing else. */
export const changesAndTells: Claims = {
  changes: {
    "nothing in the product's world changes": [
      tried(readsOnly, ["plain"]),
      ["Changes", /^Nothing(?:: it only reads)?\.$/],
      ["label", /^Only reads(?=[,;])/],
      ["label Undo", /^Nothing to undo$/],
      ["step", /It only reads\./],
    ],
    ...Object.fromEntries(
      Object.entries(effects).map(([kind, test]) => [
        `the call ${kind}`,
        [changes(test), ["Changes", new RegExp(`\\*\\*${kind}\\*\\*: (?!.*where \`)`)]],
      ]),
    ),
    "no mail is sent": [
      changes(isMail, false),
      ["data does", /^(?!.*sends).*$/],
      ["label Outsiders", /^Not reached/],
    ],
    "no row is deleted": [changes(ofRows("removed"), false), ["data does", /^(?!.*(?:erases|deletes)).*$/]],
    "no money moves": [
      changes(isMoney, false),
      ["data does", /^(?!.*(?:pays|refunds)).*$/],
      ["label Money", /^No money moves$/],
    ],
    "money moves": [changes(isMoney), ["data does", /pays|refunds/], ["label Money", /^(?:Pays|Refunds).*$/]],
  },
  hints: {
    "nothing changes": [hint(tried(readsOnly, ["plain"])), ...hinted("readOnly", true)],
    "no row is deleted": [hint(tried(addsOnly, ["plain"])), ...hinted("destructive", false)],
    "no mail is sent": [hint(tried(closedWorld, ["plain"])), ...hinted("openWorld", false)],
    "a repeated call without a key changes nothing": [
      hint(tried(idempotent, ["plain", "again"])),
      ...hinted("idempotent", true),
      ["list idempotent", /.*/],
    ],
    "a repeated call acts again, and one with the same key does not": [
      hint((seen) => endIn(seen, "again") !== "replayed" && endIn(seen, "again with the key") === "replayed"),
      [/^list idempotent-with-a-key$|^data idempotentWithKey$/, /^(?!false).*$/],
    ],
  },
  privacy: {
    "neither the result nor the plan has data of people": [
      tried(secretsStay, ["as a dry run", "plain"], ({ input, personal }) => {
        const sent = JSON.stringify(input);
        return { secrets: personal.filter((value) => !sent.includes(value)) };
      }),
      [
        /^label Private data$|^(?:Sees|Returns) and sends$/,
        /(?:Sees|Returns) no private data(?:, and shows none in its plan)?\.|^Returns none/,
      ],
      ["data readsPrivate", /^false$/],
    ],
  },
};
