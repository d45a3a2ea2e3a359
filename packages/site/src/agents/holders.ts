import { holders, roles } from "virtual:proviso-site";

const maxNames = 6;

/** Who holds all of these permissions, in words: `mia, noah; role finance`. Undefined if the site does not show it. */
export function holderWords(permissions: readonly string[]): string | undefined {
  if (!holders) return undefined;
  const namesIn = (all: typeof roles, before = ""): string => {
    const entries = Object.entries(all).filter(([, held]) =>
      permissions.every((each) => held.includes(each)),
    );
    const names = entries.map(([name]) => `${before}${name}`);
    const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
    return `${names.slice(0, maxNames).join(", ")}${more}`;
  };
  const inRoles = permissions.length === 0 ? "" : namesIn(roles, "role ");
  return `${namesIn(holders) || "nobody"}${inRoles && `; ${inRoles}`}`;
}
