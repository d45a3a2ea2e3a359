/** JSON as files hold it: two spaces, one line end at the end. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
