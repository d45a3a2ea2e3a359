import { callOf, endIn } from "../observe/observe-tool.ts";
import { changeText, isNothing } from "../observe/rows.ts";
import type { Claim, ClaimRow, Evidence } from "./claim.ts";

const repeated = ({ seen }: Evidence): string => changeText(callOf(seen, "again").change);
/** A hint is of the tool as written, the riskiest variant. */
const asWritten = ({ seen }: Evidence): boolean => seen.variant === 0;
const actsTwice = (all: Evidence): boolean | undefined =>
  callOf(all.seen, "plain").outcome.kind === "completed"
    ? !isNothing(callOf(all.seen, "again").change)
    : undefined;

function hint(
  name: string,
  value: string,
  means: string,
  isTrue: ClaimRow["isTrue"],
  instead?: ClaimRow["instead"],
): readonly ClaimRow[] {
  const test: ClaimRow["isTrue"] = (all, match) => (asWritten(all) ? isTrue(all, match) : undefined);
  const more = instead ? { instead } : {};
  return [
    { place: "MCP hints", says: new RegExp(`\`${name}Hint\` ${value}`), means, isTrue: test, ...more },
    { place: `data ${name}`, says: new RegExp(`^${value}$`), means, isTrue: test, ...more },
  ];
}

/** The hints that hosts go by, on the page and as a client gets them. */
export const hints: Claim = {
  kind: "hints",
  rows: [
    ...hint("readOnly", "true", "nothing changes", ({ seen }) => isNothing(callOf(seen, "plain").change)),
    ...hint(
      "destructive",
      "false",
      "no row is deleted",
      ({ seen }) => callOf(seen, "plain").change.deleted.length === 0,
    ),
    ...hint("openWorld", "false", "no mail is sent", ({ seen }) => callOf(seen, "plain").change.mails === 0),
    ...hint(
      "idempotent",
      "true",
      "a repeated call without a key changes nothing",
      (all) => {
        const isTwice = actsTwice(all);
        return isTwice === undefined ? undefined : !isTwice;
      },
      repeated,
    ),
    {
      place: "MCP hints",
      says: /^.*$/,
      means: "a client gets the same hints over MCP",
      isTrue({ seen, listed }, [text]) {
        const annotations = listed.get(seen.tool.replace(".", "_"))?.annotations ?? {};
        const said = [...text.matchAll(/`(\w+)` (true|false)/g)].filter(([, name]) => name !== "agencyHint");
        return (
          said.length > 0 &&
          said.every(
            ([, name = "", value]) => String(annotations[name as keyof typeof annotations]) === value,
          )
        );
      },
    },
    {
      place: "plan",
      says: /^Also from the read-only tool `(\w+)`\.$/,
      means: "a client gets a read-only tool of this name",
      isTrue: ({ listed }, [, name = ""]) => listed.get(name)?.annotations?.readOnlyHint === true,
    },
    {
      place: "list idempotent",
      says: /.*/,
      means: "a repeated call without a key changes nothing",
      isTrue: (all) => (actsTwice(all) === undefined ? undefined : actsTwice(all) === false),
      instead: repeated,
    },
    {
      place: /^list idempotent-with-a-key$|^data idempotentWithKey$/,
      says: /^(?!false).*$/,
      means: "a repeated call acts again, and one with the same key does not",
      isTrue: (all) =>
        asWritten(all)
          ? endIn(all.seen, "again") !== "replayed" && endIn(all.seen, "again with the key") === "replayed"
          : undefined,
      instead: repeated,
    },
  ],
};
