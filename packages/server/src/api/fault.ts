/** The name of an error for the audit, as whole Unicode. Its message may hold anything. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name }: { readonly name: unknown } = error;
  return typeof name === "string" ? name.slice(0, 80).toWellFormed() : "Error";
}
