import { diagnosticCodes, nearest } from "@proviso/compiler";
import { explain as explainCode, printPage } from "@proviso/compiler/explain";
import type { Page } from "@proviso/compiler/explain";
import { configPages } from "../config/pages.ts";
import { readConfig } from "../config/read-config.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import type { Command } from "./command.ts";

const pagesByCode: ReadonlyMap<string, Page> = new Map(
  Object.entries(configPages).map(([code, page]) => [`config/${code}`, page]),
);
const codes: readonly string[] = [...pagesByCode.keys(), ...diagnosticCodes];

export const explain: Command = {
  name: "explain",
  summary: "Say what a finding means and how to put it right; without a code, list all codes.",
  args: {
    code: { type: "positional", required: false, description: "A code such as decode/unknown-key." },
  },
  async run({ code }, host) {
    if (code === undefined) host.out(codes.join("\n"));
    else host.out((explainConfig(code) ?? explainCode(code) ?? refuse(code)).trimEnd());
    return exitCodes.clean;
  },
};

function explainConfig(code: string): string | undefined {
  const page = pagesByCode.get(code);
  const [source] = page?.wrong ?? [];
  return page && source && printPage(code, page, readConfig(source).diagnostics);
}

function refuse(code: string): never {
  const named = codes.filter((each) => each.endsWith(`/${code}`));
  const close = nearest(code, codes);
  const meant = named.length > 0 || close === undefined ? named : [close];
  const hint = meant.map((each) => `\`${each}\``).join(" or ");
  throw new UsageError(`there is no code \`${code}\`${hint === "" ? "" : `; did you mean ${hint}?`}`);
}
