import type { EvidenceRule } from "./evidence.ts";

const accessNouns: ReadonlySet<string> = new Set(
  (
    "permission permissions role roles collaborator collaborators member members membership memberships access acl acls policy " +
    "policies admin admins owner owners password passwords secret secrets credential credentials token tokens invitation invitations"
  ).split(" "),
);

/** Arguments that say what somebody may do. */
const accessArguments =
  /^(?:.*_)?(?:roles?|permissions?|privileges?|scopes|acls?|access_level|(?:is_)?(?:admin|superuser))$/;

/** A change of who may do what is critical (seed 001: "permission changes"). */
export const changesAccess: EvidenceRule = {
  name: "changes-access",
  find({ words, isRead, everyName }) {
    if (isRead) return [];
    const noun =
      words.find((word) => accessNouns.has(word)) ?? everyName.find((name) => accessArguments.test(name));
    if (noun === undefined) return [];
    return [{ reason: `changes \`${noun}\``, level: "critical", effect: "grants", reversible: false }];
  },
};
