import { findProject } from "../disk/find-project.ts";
import { countOf } from "../terminal/count.ts";
import { exitCodes, UsageError } from "../terminal/exit-codes.ts";
import type { ExitCode } from "../terminal/exit-codes.ts";
import type { Host } from "../terminal/host.ts";
import { configOption, jsonOption } from "./command.ts";
import type { Command, Options } from "./command.ts";

export const lock: Command = {
  name: "lock",
  summary: "Keep the accepted contracts in proviso.lock; what became looser needs somebody who accepts it.",
  args: {
    check: {
      type: "boolean",
      description:
        "Write nothing; fail if something became looser without acceptance, or the lock is out of date.",
    },
    accept: {
      type: "string",
      valueHint: "reason",
      description: "Accept what became looser, and record who did and why.",
    },
    who: {
      type: "string",
      valueHint: "name",
      description: "Who accepts; by default the user.name and user.email of git.",
    },
    config: configOption,
    json: jsonOption,
  },
  async run(options, host) {
    const { check: isCheck = false, accept, who } = options;
    if (isCheck && accept !== undefined)
      throw new UsageError("`--check` writes nothing; use it without `--accept`");
    if (who !== undefined && accept === undefined) throw new UsageError("`--who` goes with `--accept`");
    const place = await findProject(host.cwd, options.config);
    const acceptance =
      accept === undefined ? {} : { acceptance: await readAcceptance(accept, who, place.root) };
    const { lockProject } = await import("../lock/lock-project.ts");
    const { path, diagnostics, texts, outcome } = await lockProject(place, { isCheck, ...acceptance });
    if (!outcome) {
      const { printFindings } = await import("../terminal/findings.ts");
      printFindings(diagnostics, texts, host);
      return exitCodes.findings;
    }
    return report(outcome, path, place.configFile, options, host);
  },
};

async function readAcceptance(accept: string, who: string | undefined, cwd: string) {
  const reason = accept.trim();
  if (reason === "") throw new UsageError("`--accept` needs the reason, which reviewers read later");
  return { when: new Date().toISOString(), who: who?.trim() || (await gitUser(cwd)), reason };
}

async function gitUser(cwd: string): Promise<string> {
  const { gitSetting } = await import("../operands/git.ts");
  const [name, email] = [await gitSetting(cwd, "user.name"), await gitSetting(cwd, "user.email")];
  const user = [name, email && `<${email}>`].filter((part) => part !== undefined).join(" ");
  if (user === "")
    throw new UsageError("git knows no user.name here; say who accepts by `--who 'Ann <ann@example.com>'`");
  return user;
}

type Outcome = NonNullable<
  Awaited<ReturnType<(typeof import("../lock/lock-project.ts"))["lockProject"]>>["outcome"]
>;

async function report(
  outcome: Outcome,
  path: string,
  configFile: string,
  options: Options,
  host: Host,
): Promise<ExitCode> {
  const { loosened, outdated, isThere, isWritten, tools, model } = outcome;
  const isRefused = loosened.length > 0 && options.accept === undefined;
  const ok = isWritten || (isThere && !isRefused && outdated.length === 0);
  const { placeOfChange } = await import("../diff/place-of-change.ts");
  const changes = loosened.map((change) => ({
    ...change,
    span: placeOfChange(change, model, configFile),
    fails: isRefused,
  }));
  if (options.json) {
    const { changeRow } = await import("../diff/formats/json.ts");
    host.out(JSON.stringify({ ok, loosened: changes.map(changeRow), outdated, written: isWritten }));
  } else if (isRefused) {
    const { textFormat } = await import("../diff/formats/text.ts");
    host.err(textFormat.print({ against: path, changes, diagnostics: [], folder: "", version: "" }));
    const them = loosened.length === 1 ? "it" : "them";
    host.err(
      `\nnothing was written: undo what became looser, or accept ${them} by \`proviso lock --accept "reason"\``,
    );
  } else if (!isThere && !isWritten) host.err(`there is no ${path}; run \`proviso lock\` and commit it`);
  else if (!ok) host.err(`${path} is out of date: ${named(outdated)}; run \`proviso lock\` and commit it`);
  else if (isWritten) {
    const accepted = loosened.length > 0 ? `; ${countOf(loosened.length, "loosened clause")} accepted` : "";
    host.out(`wrote ${path}: ${countOf(tools, "tool")}${accepted}`);
  } else host.out(`${path} is up to date: ${countOf(tools, "tool")}`);
  return ok ? exitCodes.clean : exitCodes.findings;
}

function named(outdated: readonly string[]): string {
  const [first = "", ...rest] = outdated;
  if (first === "") return "what belongs to no tool";
  const shown = [first, ...rest.slice(0, 4)].join(", ");
  return rest.length > 4 ? `${shown} and ${rest.length - 4} more` : shown;
}
