import type { Principal } from "../api/principal.ts";

/** Whether a text is whole Unicode characters other than NUL: what JSON, UTF-8 and PostgreSQL can all hold. */
export function isWholeText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** At most so many UTF-16 units of a text from outside. Incomplete surrogate pairs, also one that is cut here, are replaced. */
export function startOfText(text: string, max: number): string {
  return text.slice(0, max).toWellFormed();
}

/**
 * The caller, or undefined if a text of it is not whole: it is then nobody, because a replaced
 * character could make two callers one.
 */
export function wholePrincipal(principal: Principal | undefined): Principal | undefined {
  return isWhole(principal) ? principal : undefined;
}

/** Whether all texts in a value are whole, names of properties included. False for what is nested without end. */
function isWhole(value: unknown, levels = 100): boolean {
  if (typeof value === "string") return isWholeText(value);
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isWhole(item, levels - 1));
  return Object.entries(value).every(([name, item]) => isWholeText(name) && isWhole(item, levels - 1));
}
