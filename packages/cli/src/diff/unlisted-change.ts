import { hash } from "node:crypto";
import type { Change } from "@proviso/compiler/diff";

const id = "unlisted-fields-changed";

/** A server lists a hash of what it does not list. If that differs, nobody can see what became of it: it may be looser. */
export function unlistedChange(tool: string, before: string, after: string): Change {
  return {
    id,
    tool,
    path: "",
    callers: "dangerous",
    safety: "loosened",
    model: "unchanged",
    before,
    after,
    message: `\`${tool}\` differs in fields that a server does not list: rate limit, audit event, owner, category, metadata, examples, texts of failures; compare with a package or a revision to see which`,
    fingerprint: hash("sha256", JSON.stringify([id, tool, before, after])).slice(0, 16),
  };
}

/** The page of its id for `proviso explain`. */
export const unlistedPages: ReadonlyMap<string, string> = new Map([
  [
    id,
    `# ${id}

**Fields that a server does not list are other ones: the rate limit, the audit event, the owner, the category, metadata, examples or texts of failures.**

Only \`proviso diff\` against a server reports it. A server lists a hash of these fields instead of the fields. The hash differs, so one of them
changed, and nobody can see how: the rate limit may be higher than before. So the change counts as loosened, and as dangerous for callers.

## How to fix it

Compare with a package, a git revision or the lock, which hold all fields. If what changed there is right, accept this change by a waiver.
`,
  ],
]);
