import { type Change, toChange } from "./facts/change.ts";
import type { ChangeKind } from "./facts/change-rule.ts";

export const unlistedId = "unlisted-fields-changed";

export const unlistedKind: ChangeKind = {
  callers: "dangerous",
  safety: "loosened",
  model: "unchanged",
  means:
    "Fields that a server does not list are other ones: the rate limit, the audit event, the owner, the category, metadata, examples, the summary or texts of failures.",
  reverse: unlistedId,
};

/** A server lists a hash of what it does not list. If that differs, nobody can see what became of it: it may be looser. */
export function unlistedChange(tool: string, before: string, after: string): Change {
  const says =
    "differs in fields that a server does not list: rate limit, audit event, owner, category, metadata, examples, summary, texts of failures; compare with a package or a revision to see which";
  return toChange({ id: unlistedId, path: "", before, after, says }, tool, unlistedKind);
}

export const unlistedPage: string = `# ${unlistedId}

**${unlistedKind.means}**

Only \`proviso diff\` against a server reports it. A server lists a hash of these fields instead of the fields. The hash differs, so one of them
changed, and nobody can see how: the rate limit may be higher than before. So the change counts as loosened, and as dangerous for callers.

## How to fix it

Compare with a package, a git revision or the lock, which hold all fields. If what changed there is right, accept this change by a waiver.
`;
