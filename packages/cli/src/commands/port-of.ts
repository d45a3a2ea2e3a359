import { UsageError } from "@proviso/terminal";
import type { Options } from "./command.ts";

/** The port that the option names; by default any free one. */
export function portOf({ port = "0" }: Options): number {
  const number = Number(port);
  if (/^\d+$/.test(port) && number < 65536) return number;
  throw new UsageError(`\`--port\` must be a number up to 65535, not \`${port}\``);
}
