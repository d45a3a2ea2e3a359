/** The name of an error for the audit. Not its message, which may hold anything. */
export function faultOf(error: unknown): string {
  return error instanceof Error ? error.name.slice(0, 80) : typeof error;
}
