import { timingSafeEqual } from "node:crypto";

/** Compares secret texts in a time that says nothing about where they differ. */
export function isSameText(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
