import { callOf, endIn } from "../observe/observe-tool.ts";
import type { Claim, Evidence } from "./claim.ts";

const missing = ({ seen }: Evidence): readonly unknown[] => {
  const { outcome } = callOf(seen, "without permissions");
  const listed = "failure" in outcome ? outcome.failure.details?.["missing"] : undefined;
  return Array.isArray(listed) ? listed : [];
};

/** Who can call a tool. */
export const callers: Claim = {
  kind: "callers",
  rows: [
    {
      place: "Can call it",
      says: /Everybody: no permission is needed\./,
      means: "a caller without permissions is not refused for them",
      isTrue: (all) => endIn(all.seen, "without permissions") !== "permission_denied",
    },
    {
      place: "Can call it",
      says: /Callers with all of:/,
      means: "a caller who lacks one of them is refused",
      isTrue: ({ seen }) => endIn(seen, "for want of one permission") === "permission_denied",
    },
    {
      place: "data permissions",
      says: /^\[.*\]$/,
      means: "a caller without permissions lacks exactly these",
      isTrue: (all, [text]) => JSON.stringify(missing(all)) === text.replaceAll(", ", ","),
    },
    {
      place: "step",
      says: /(?:and )?the permissions? ((?:`[^`]+`(?:, )?)+)/,
      means: "a caller without permissions lacks exactly these",
      isTrue: (all, [, names = ""]) =>
        missing(all).every((name) => names.includes(`\`${String(name)}\``)) &&
        missing(all).length === names.split(", ").filter(Boolean).length,
    },
    {
      place: "step",
      says: /(?:and )?the requirements? `[^`]+`(?:, `[^`]+`)*/,
      means: "a caller who does not meet them is refused with requirement_unmet",
      isTrue: ({ seen }) => endIn(seen, "without attributes") === "requirement_unmet",
    },
    {
      place: "Can call it",
      says: /Required first: .*\./,
      means: "a caller who does not meet them is refused with requirement_unmet",
      isTrue: ({ seen }) => endIn(seen, "without attributes") === "requirement_unmet",
    },
  ],
};
