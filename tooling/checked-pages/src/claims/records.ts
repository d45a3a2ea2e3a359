import { callOf } from "../observe/observe-tool.ts";
import type { Claim, ClaimRow } from "./claim.ts";

const isRecorded: ClaimRow["isTrue"] = ({ seen }, [, type]) => {
  const { events, outcome } = callOf(seen, "plain");
  if (outcome.kind !== "completed") return undefined;
  return events.some((event) => event.type === type);
};
const means = "a record of this type is in the trail";
const instead: ClaimRow["instead"] = ({ seen }) =>
  callOf(seen, "plain")
    .events.map(({ type }) => type)
    .join(", ");

/** What is put on record. */
export const records: Claim = {
  kind: "records",
  rows: [
    { place: "Audit event", says: /^`([^`]+)`$/, means, isTrue: isRecorded, instead },
    { place: "step", says: /`([^`]+)` is in the audit trail/, means, isTrue: isRecorded, instead },
    {
      place: "Contract hash",
      says: /^`(\w+)`$/,
      means: "the records name this contract",
      isTrue: ({ seen }, [, hash]) =>
        seen.variant === 0
          ? callOf(seen, "plain").events.every(({ data }) => (data["contractHash"] ?? hash) === hash)
          : undefined,
    },
  ],
};
