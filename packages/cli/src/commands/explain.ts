import { nearest } from "@proviso/compiler";
import { exitCodes, UsageError } from "@proviso/terminal";
import { codes, explain } from "../explain/explain.ts";
import { sayNext } from "../install/say-next.ts";
import { type Command, configOption, jsonOption } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  summary:
    "Explain a finding and how to fix it, or print the safety label of a tool; without either, list all codes.",
  args: {
    code: {
      type: "positional",
      required: false,
      description: "A code such as decode/unknown-key, or a tool such as emails.send.",
    },
    json: jsonOption,
    config: configOption,
  },
  async run(options, host) {
    const { code } = options;
    if (code !== undefined && toolName.test(code)) {
      const { explainTool } = await import("./explain-tool.ts");
      return explainTool(code, options, host);
    }
    if (options.json) throw new UsageError("`explain --json` prints the label of a tool: name one");
    const next = code === undefined ? "`proviso explain CODE`" : "`proviso check`";
    if (code === undefined) host.out(codes.join("\n"));
    else host.out((explain(code) ?? refuseCode(code)).trimEnd());
    sayNext(host, host.cwd, next);
    return exitCodes.clean;
  },
};

/** A code has a slash, the name of a tool has a dot. */
const toolName = /^[^/]+\.[^/]+$/;

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
