import type { EvidenceRule, ToolFacts } from "./evidence.ts";

const secretNouns: ReadonlySet<string> = new Set(
  "password passwords passphrase secret secrets credential credentials keychain".split(" "),
);
const keyNouns: ReadonlySet<string> = new Set("key keys token tokens".split(" "));
/** Words that make a key or a token one to authenticate with. */
const keyWords: ReadonlySet<string> = new Set(
  "private api access raw auth bearer refresh session service signing encryption ssh secret admin root".split(
    " ",
  ),
);

/** A tool that returns secrets is forbidden for agents (seed 001: `read_private_key`). */
export const revealsSecrets: EvidenceRule = {
  name: "reveals-secrets",
  find(facts) {
    const noun = facts.verbs.every(({ row }) => row.kind === "reads") ? secretIn(facts) : undefined;
    return noun === undefined ? [] : [{ reason: `reads a \`${noun}\``, level: "forbidden" }];
  },
};

/** The secret that the name ends with: `list_secret_scanning_alerts` is about alerts. */
function secretIn({ words }: ToolFacts): string | undefined {
  const [before = "", last = ""] = words.slice(-2);
  if (secretNouns.has(last)) return last;
  return keyNouns.has(last) && keyWords.has(before) ? `${before} ${last}` : undefined;
}
