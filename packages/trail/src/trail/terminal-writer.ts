/**
 * The chain of `proviso approvals` and other commands of an operator, which nobody has open for
 * long. In PostgreSQL each machine has its own, with the machine's name behind it.
 */
export const terminalWriter = "terminal";

export function isOfTerminal(writer: string): boolean {
  return writer === terminalWriter || writer.startsWith(`${terminalWriter}-`);
}
