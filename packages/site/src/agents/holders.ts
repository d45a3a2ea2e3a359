import { holders } from "virtual:proviso-site";

const maxNames = 6;

/** Who holds all of these permissions, in words: `mia, noah`. Undefined if the site does not show it. */
export function holderWords(permissions: readonly string[]): string | undefined {
  if (!holders) return undefined;
  const names = Object.entries(holders)
    .filter(([, held]) => permissions.every((each) => held.includes(each)))
    .map(([name]) => name);
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return names.length === 0 ? "nobody" : `${names.slice(0, maxNames).join(", ")}${more}`;
}
