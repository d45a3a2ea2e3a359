import { UsageError } from "@proviso/terminal";

export function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UsageError(`\`${text}\` is no port; write a number from 0 to 65535`);
}
