import { callOf } from "../observe/observe-tool.ts";
import { moneyTables } from "../observe/fixtures.ts";
import { type Change, changeText, isNothing } from "../observe/rows.ts";
import type { Claim, ClaimRow, Evidence } from "./claim.ts";

const changed = ({ seen }: Evidence): Change | undefined => {
  const { change, outcome } = callOf(seen, "plain");
  return outcome.kind === "completed" ? change : undefined;
};
const instead = ({ seen }: Evidence): string => changeText(callOf(seen, "plain").change);

/** Whether rows of money were made. */
export function isMoneyMoved({ created }: Change): boolean {
  return created.some(({ table }) => moneyTables.includes(table));
}

function row(
  place: string | RegExp,
  says: RegExp,
  means: string,
  test: (change: Change) => boolean,
): ClaimRow {
  return {
    place,
    says,
    means,
    instead,
    isTrue(all) {
      const change = changed(all);
      return change && test(change);
    },
  };
}

const isAnything = ({ created, updated, deleted }: Change): boolean =>
  created.length + updated.length + deleted.length > 0;
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

/** What a tool changes, and that it changes nothing else. */
export const changes: Claim = {
  kind: "changes",
  rows: [
    row("Changes", /^Nothing(?:: it only reads)?\.$/, "nothing in the product's world changes", isNothing),
    row("label", /^Only reads\./, "nothing in the product's world changes", isNothing),
    row("step", /It only reads\./, "nothing in the product's world changes", isNothing),
    ...Object.entries(effects).map(([kind, test]) =>
      row("Changes", new RegExp(`\\*\\*${kind}\\*\\*: (?!.*where \`)`), `the call ${kind}`, test),
    ),
    row("data does", /^(?!.*sends).*$/, "no mail is sent", ({ mails }) => mails === 0),
    row(
      "data does",
      /^(?!.*(?:erases|deletes)).*$/,
      "no row is deleted",
      ({ deleted }) => deleted.length === 0,
    ),
    row("data does", /^(?!.*(?:pays|refunds)).*$/, "no money moves", (change) => !isMoneyMoved(change)),
    row("data does", /pays|refunds/, "money moves", isMoneyMoved),
  ],
};
