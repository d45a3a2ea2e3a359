import process from "node:process";
import { fileURLToPath } from "node:url";
import { shellWord } from "../state/data-folder.ts";

/** The command that prints a link which signs in to the inbox: the program beside this gateway; in npm's cache, which may be emptied, by its package. */
export function linkCommand(
  folder: string,
  url: string,
  inbox: string = import.meta.resolve("@proviso/inbox"),
): string {
  const file = fileURLToPath(new URL("../bin/proviso-approvals.js", inbox));
  const program = /[\\/](_npx|dlx)[\\/]/.test(file)
    ? ["npx", "--package", "@proviso/inbox", "proviso-approvals"]
    : [process.execPath, file];
  return [...program, "link", folder, "--as", "NAME", "--url", url].map(shellWord).join(" ");
}
