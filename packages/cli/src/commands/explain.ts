import { nearest } from "@proviso/compiler";
import { exitCodes, UsageError } from "@proviso/terminal";
import { codes, explain } from "../explain/explain.ts";
import { sayNext } from "../install/say-next.ts";
import type { Command } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  summary: "Explain a finding and how to fix it; without a code, list all codes.",
  args: {
    code: { type: "positional", required: false, description: "A code such as decode/unknown-key." },
  },
  async run({ code }, host) {
    const next = code === undefined ? "`proviso explain CODE`" : "`proviso check`";
    if (code === undefined) host.out(codes.join("\n"));
    else host.out((explain(code) ?? refuseCode(code)).trimEnd());
    sayNext(host, host.cwd, next);
    return exitCodes.clean;
  },
};

/** Codes of this name in any group; else the most similar code, else codes with a similar word. */
function meantCodes(code: string): readonly string[] {
  const named = codes.filter((each) => each.endsWith(`/${code}`));
  if (named.length > 0) return named;
  const close = nearest(code, codes);
  if (close !== undefined) return [close];
  const [group = "", name = ""] = code.split("/");
  const inGroup = codes.filter((each) => each.startsWith(`${group}/`)).map(commandNameOf);
  const word = nearest(
    name,
    inGroup.flatMap((each) => each.split("-")),
  );
  return codes.filter(
    (each) =>
      each.startsWith(`${group}/`) &&
      commandNameOf(each)
        .split("-")
        .includes(word ?? ""),
  );
}

function commandNameOf(code: string): string {
  return code.slice(code.indexOf("/") + 1);
}

function refuseCode(code: string): never {
  const meant = meantCodes(code);
  const hint = meant.map((each) => `\`${each}\``).join(" or ");
  throw new UsageError(`there is no code \`${code}\`${hint === "" ? "" : `; did you mean ${hint}?`}`);
}
