import type { Principal } from "../api/principal.ts";

/** Whether a text is whole Unicode without NUL, as JSON, UTF-8 and PostgreSQL can hold it. */
export function isWholeText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** At most so many UTF-16 units of a foreign text. Incomplete surrogate pairs are replaced. */
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

/** Whether all texts and names in a value are whole. False for endlessly nested values. */
function isWhole(value: unknown, levels = 100): boolean {
  if (typeof value === "string") return isWholeText(value);
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isWhole(item, levels - 1));
  return Object.entries(value).every(([name, item]) => isWholeText(name) && isWhole(item, levels - 1));
}
