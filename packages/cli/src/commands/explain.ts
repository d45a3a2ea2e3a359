import { nearest } from "@proviso/compiler";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { codes, explain as explainCode } from "../explain/explain.ts";
import type { Command } from "./command.ts";

export const explain: Command = {
  name: "explain",
  summary: "Say what a finding means and how to put it right; without a code, list all codes.",
  args: {
    code: { type: "positional", required: false, description: "A code such as decode/unknown-key." },
  },
  async run({ code }, host) {
    if (code === undefined) host.out(codes.join("\n"));
    else host.out((explainCode(code) ?? refuse(code)).trimEnd());
    return exitCodes.clean;
  },
};

function refuse(code: string): never {
  const named = codes.filter((each) => each.endsWith(`/${code}`));
  const close = nearest(code, codes);
  const meant = named.length > 0 || close === undefined ? named : [close];
  const hint = meant.map((each) => `\`${each}\``).join(" or ");
  throw new UsageError(`there is no code \`${code}\`${hint === "" ? "" : `; did you mean ${hint}?`}`);
}
