import { UsageError } from "@proviso/terminal";
import type { Target } from "../model.ts";
import type { Line } from "./args.ts";

/** The server that a command line names. Throws a `UsageError` if it names none, or two. */
export function targetOf({ command, text }: Line): Target {
  const url = text("url");
  if ((url === undefined) === (command.length === 0))
    throw new UsageError("name one server: `proviso verify -- COMMAND ARGUMENTS`, or `--url URL`");
  if (url === undefined) return { kind: "stdio", command };
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`\`--url\` must be an http or https address, and not \`${url}\``);
  return { kind: "url", url };
}
