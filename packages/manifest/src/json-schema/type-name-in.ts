/** The name of the type under `$defs` to which a reference leads. */
export function typeNameIn(reference: string): string {
  return reference
    .replace(/^#\/\$defs\//, "")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}
