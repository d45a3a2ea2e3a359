import { holders, roles } from "virtual:proviso-site";

const maxNames = 6;

/** Who holds all of these permissions, in words: `mia, noah; role finance`. Undefined if the site does not show it. */
export function holderWords(permissions: readonly string[]): string | undefined {
  if (!holders) return undefined;
  const namesIn = (all: typeof roles): string => {
    const names = Object.entries(all)
      .filter(([, held]) => permissions.every((each) => held.includes(each)))
      .map(([name]) => name);
    const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
    return `${names.slice(0, maxNames).join(", ")}${more}`;
  };
  const inRoles = permissions.length === 0 ? "" : namesIn(roles);
  const role = inRoles === "" ? [] : [`${/,/.test(inRoles) ? "roles" : "role"} ${inRoles}`];
  return [namesIn(holders) || "nobody", ...role].join("; ");
}
