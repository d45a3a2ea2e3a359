import { startOfText } from "../canonical/whole-text.ts";

/** The name of an error for the audit. Not its message, which may hold anything. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name }: { readonly name: unknown } = error;
  return typeof name === "string" ? startOfText(name, 80) : "Error";
}
