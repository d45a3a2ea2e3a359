import type { EvidenceRule } from "./evidence.ts";

const accessNouns: ReadonlySet<string> = new Set(
  (
    "permission permissions role roles collaborator collaborators member members membership memberships access acl acls policy " +
    "policies admin admins owner owners password passwords secret secrets credential credentials token tokens invitation invitations"
  ).split(" "),
);

/** A change of who may do what is critical (seed 001: "permission changes"). */
export const changesAccess: EvidenceRule = {
  name: "changes-access",
  find({ words, verbs, tool: { annotations, request } }) {
    const isRead = annotations.readOnlyHint === true || request?.method === "get";
    if (isRead || verbs.some(({ row }, index) => index === 0 && row.kind === "reads")) return [];
    const noun = words.find((word) => accessNouns.has(word));
    if (noun === undefined) return [];
    return [{ reason: `changes \`${noun}\``, level: "critical", effect: "grants", reversible: false }];
  },
};
