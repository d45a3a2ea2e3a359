import { existsSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Bump, isLower } from "@proviso/changes";
import type { ReleaseNeed } from "../changeset/changeset-project.ts";
import { findChangesetFolder, pendingBumps, readChangeset } from "../changeset/pending-bumps.ts";
import { findProject } from "../disk/find-project.ts";
import { sayNext } from "../install/say-next.ts";
import { exitCodes, UsageError, type ExitCode, flag, takes } from "@proviso/terminal";
import { printInstead } from "./print-instead.ts";
import type { CliHost } from "../terminal/host.ts";
import { type Command, type Options, configOption, jsonOption } from "./command.ts";

const fileName = "contracts.md";

export const changeset: Command = {
  name: "changeset",
  summary:
    "Write the changeset that the contracts need: breaking or less strict is major, additions are minor, words a patch.",
  args: {
    against: takes(
      "what",
      "The last release, as in `proviso diff`; by default the newest git tag of a generated package or v*.",
    ),
    check: flag(
      "Write nothing; fail if the pending changesets are missing or lower than the contracts need.",
    ),
    "dry-run": flag("Print the changeset instead of writing it."),
    header: takes("'Name: value'", "Send this header to the server at a URL; may be given several times."),
    config: configOption,
    json: jsonOption,
  },
  run,
};

async function run(options: Options, host: CliHost): Promise<ExitCode> {
  const { against, headers = [], check: isCheck = false, "dry-run": isDryRun = false } = options;
  if (isCheck && isDryRun) throw new UsageError("`--check` writes nothing; use it without `--dry-run`");
  const place = await findProject(host.cwd, options.config);
  const { releaseNeed } = await import("../changeset/changeset-project.ts");
  const { need, notes, ...findings } = await releaseNeed(place, { against, headers, cwd: host.cwd });
  for (const note of notes) host.err(note);
  if (!need) return printInstead(findings, host, options.json, { root: place.root, command: "check" });
  if (isCheck) return check(need, place.root, options, host);
  if (options.json) return printJson(need, {}, host);
  if (!need.bump) {
    host.err(`no contract changed since ${need.against}: no changeset is needed`);
    return exitCodes.clean;
  }
  const written = changesetText(need);
  if (isDryRun) {
    host.out(written.trimEnd());
    return exitCodes.clean;
  }
  return write(need, written, place.root, host);
}

/** As `changeset add` writes it. */
function changesetText({ packages, bump, summary }: ReleaseNeed): string {
  const lines = packages.map((name) => `${JSON.stringify(name)}: ${bump ?? ""}`);
  return `---\n${lines.join("\n")}\n---\n\n${summary}\n`;
}

function write(
  { packages, bump = "patch", against }: ReleaseNeed,
  text: string,
  root: string,
  host: CliHost,
): ExitCode {
  const file = join(findChangesetFolder(root), fileName);
  const shown = relative(host.cwd, file);
  if (existsSync(file)) {
    const now = new Map(readChangeset(file).map((entry) => [entry.name, entry.bump]));
    const low = packages.filter((name) => isLower(now.get(name), bump));
    if (low.length > 0)
      throw new UsageError(
        `${shown} is there already and does not give ${low.join(", ")} the ${bump} version that is needed; raise it, or remove the file and run this again`,
      );
    host.err(
      `${shown} is there already, and its versions are high enough: remove it to have it written anew`,
    );
    return exitCodes.clean;
  }
  writeFileSync(file, text);
  host.err(`wrote ${shown}: ${bump} for ${packages.join(", ")}, since ${against}`);
  sayNext(host, root, `read ${shown}, say it better where you can, and commit it`);
  return exitCodes.clean;
}

function check(need: ReleaseNeed, root: string, options: Options, host: CliHost): ExitCode {
  const { packages, bump, against } = need;
  const pending: ReadonlyMap<string, Bump> = bump ? pendingBumps(findChangesetFolder(root)) : new Map();
  const low = bump ? packages.filter((name) => isLower(pending.get(name), bump)) : [];
  if (options.json) return printJson(need, { ok: low.length === 0, low }, host);
  for (const name of low)
    host.err(
      `${name} needs a ${bump ?? ""} version, because contracts changed since ${against}; the changesets give it ${pending.get(name) ?? "none"}`,
    );
  if (low.length > 0) {
    sayNext(host, root, "`proviso changeset`");
    return exitCodes.findings;
  }
  host.err(
    bump
      ? `the changesets give ${packages.join(", ")} the ${bump} version that is needed`
      : `no contract changed since ${against}`,
  );
  return exitCodes.clean;
}

function printJson(
  need: ReleaseNeed,
  more: { readonly ok?: boolean; readonly low?: readonly string[] },
  host: CliHost,
): ExitCode {
  const { against, packages, bump = null, summary } = need;
  host.out(JSON.stringify({ ...more, against, packages, bump, summary }));
  return more.ok === false ? exitCodes.findings : exitCodes.clean;
}
