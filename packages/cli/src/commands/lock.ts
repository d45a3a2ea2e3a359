import type { SourceText } from "@proviso/compiler";
import type { Change } from "@proviso/changes";
import { escapeText } from "@proviso/manifest";
import { type ProjectPlace, configName, findProject } from "../disk/find-project.ts";
import { sayNext } from "../install/say-next.ts";
import { countOf } from "../terminal/count.ts";
import { exitCodes, UsageError, type ExitCode, flag, takes } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";
import { type Command, type Options, configOption, jsonOption } from "./command.ts";

export const lock: Command = {
  name: "lock",
  summary: "Keep the accepted contracts in proviso.lock; what became looser needs somebody who accepts it.",
  args: {
    check: flag(
      "Write nothing; fail if something became looser without acceptance, or the lock is out of date.",
    ),
    accept: takes("reason", "Accept what became looser, and record who did and why."),
    "sign-off": takes(
      "tools",
      "Record that these tools, with commas between them, were reviewed, by whom and when. `TOOL~HASH`, as a review pack gives it, is refused if the contract has changed since.",
    ),
    who: takes("name", "Who accepts or reviewed; by default the user.name and user.email of git."),
    against: takes(
      "revision",
      "With --check: fail as well if something is looser than in the lock of this git revision and no newer entry here accepts it, or if a block or entry of that lock is missing here.",
    ),
    config: configOption,
    json: jsonOption,
  },
  async run(options, host) {
    const { check: isCheck = false, accept } = options;
    const who = typeof options.who === "string" ? options.who : undefined;
    if (isCheck && accept !== undefined)
      throw new UsageError("`--check` writes nothing; use it without `--accept`");
    const signOff = options["sign-off"];
    if (isCheck && signOff !== undefined)
      throw new UsageError("`--check` writes nothing; use it without `--sign-off`");
    if (who !== undefined && (accept ?? signOff) === undefined)
      throw new UsageError("`--who` goes with `--accept` or `--sign-off`");
    const { against } = options;
    if (against !== undefined && !isCheck) throw new UsageError("`--against` goes with `--check`");
    const place = await findProject(host.cwd, options.config);
    const base = against === undefined ? {} : await readBase(place, against);
    if (against !== undefined) await noteNewProjects(place, against, host);
    const acceptance =
      accept === undefined ? {} : { acceptance: await readAcceptance(accept, who, place.root) };
    const review = signOff === undefined ? {} : await readReview(signOff, who, place.root);
    const { lockProject } = await import("../lock/lock-project.ts");
    const { path, outcome, ...findings } = await lockProject(place, {
      isCheck,
      ...base,
      ...acceptance,
      ...review,
    });
    if (!outcome) {
      const { printInstead } = await import("./print-instead.ts");
      return printInstead(findings, host, options.json, { root: place.root, command: "explain" });
    }
    const isOld = outcome.unaccepted.length + outcome.lost.length > 0;
    const { isBehind } = await import("../operands/git.ts");
    const isStale = isOld && against !== undefined && (await isBehind(place.root, against));
    return reportLock({ ...outcome, path, isStale }, place, options, host);
  },
};

/** Without a lock there, a loosening could hide behind a new one: so that is no success. */
async function readBase(place: ProjectPlace, against: string): Promise<{ readonly base: SourceText }> {
  const { readLockOfRevision } = await import("../operands/read-lock-of-revision.ts");
  const base = await readLockOfRevision(place, against);
  if (base) return { base };
  const { lockFileOf } = await import("@proviso/changes/lock");
  throw new UsageError(
    `there is no ${lockFileOf(place.configFile)} in ${against}; commit the first lock before you compare with it`,
  );
}

/** A project of its own has a lock of its own, which nobody compares here. */
async function noteNewProjects({ root }: ProjectPlace, against: string, host: CliHost): Promise<void> {
  const { filesNewSince } = await import("../operands/git.ts");
  for (const path of await filesNewSince(root, against, configName))
    host.err(`${path} is new since ${against}: its contracts are not compared with any lock here`);
}

async function readAcceptance(accept: string, who: string | undefined, cwd: string) {
  const reason = accept.trim();
  if (reason === "") throw new UsageError("`--accept` needs the reason, which reviewers read later");
  return { ...(await signerOf(who, cwd)), reason };
}

async function readReview(signOff: string, who: string | undefined, cwd: string) {
  const each = signOff.split(",").map((text) => text.trim().split("~"));
  const tools = each.map(([name = ""]) => name);
  const hashes = new Map(
    each.flatMap(([name = "", ...hash]) => (hash.length > 0 ? [[name, hash.join("~")]] : [])),
  );
  return { review: { by: await signerOf(who, cwd), tools, hashes } };
}

async function signerOf(who: string | undefined, cwd: string) {
  return { when: new Date().toISOString(), who: who?.trim() || (await gitUser(cwd)) };
}

async function gitUser(cwd: string): Promise<string> {
  const { gitSetting } = await import("../operands/git.ts");
  const [name, email] = [await gitSetting(cwd, "user.name"), await gitSetting(cwd, "user.email")];
  const user = [name, email && `<${email}>`].filter((part) => part !== undefined).join(" ");
  if (user === "")
    throw new UsageError("git knows no user.name here; say who accepts by `--who 'Ann <ann@example.com>'`");
  return user;
}

type LockOutcome = NonNullable<
  Awaited<ReturnType<(typeof import("../lock/lock-project.ts"))["lockProject"]>>["outcome"]
>;

interface LockReport extends LockOutcome {
  readonly path: string;
  /** Whether the revision that is compared with has commits that are not here. */
  readonly isStale: boolean;
}

async function reportLock(
  outcome: LockReport,
  { root, configFile }: ProjectPlace,
  options: Options,
  host: CliHost,
): Promise<ExitCode> {
  const { unaccepted, lost, outdated, isThere, isWritten, isStale, model, path } = outcome;
  const isUnaccepted = unaccepted.length > 0;
  const loosened = isUnaccepted ? unaccepted : outcome.loosened;
  const isRefused = loosened.length > 0 && options.accept === undefined;
  const isLost = lost.length > 0;
  const ok = isWritten || (isThere && !isRefused && !isLost && outdated.length === 0);
  const { placeOfChange } = await import("@proviso/changes");
  const changes = loosened.map((change) => ({
    ...change,
    span: placeOfChange(change, model, configFile),
    fails: isRefused,
  }));
  if (options.json) {
    const { changeRow } = await import("../diff/json.ts");
    const rows = lost.map(({ tool, entry }) => ({ tool, entry: entry?.when ?? null }));
    const loosenedRows = changes.map(changeRow);
    host.out(JSON.stringify({ ok, loosened: loosenedRows, lost: rows, outdated, written: isWritten }));
  } else if (isRefused || isLost) {
    const { textFormat } = await import("../diff/text.ts");
    const since = isUnaccepted ? `${path} of ${options.against ?? ""}` : path;
    const report = { against: since, changes, diagnostics: [], folder: "", version: "" };
    for (const each of lost)
      host.err(`${path} lacks what it has in ${options.against ?? ""}: ${named(each)}`);
    if (isRefused) host.err(textFormat.print(report));
    if (!isUnaccepted && !isLost) host.err("\nnothing was written");
    const how = 'undo what became looser, or accept it: `proviso lock --accept "reason"`';
    const update = isRefused ? '`proviso lock --accept "reason"`' : "`proviso lock`";
    const again = `\`git checkout ${options.against ?? ""} -- ${path}\`, then ${update}`;
    const merge = `\`git merge ${options.against ?? ""}\`, which has commits that are not here`;
    sayNext(host, root, isStale ? merge : isUnaccepted || isLost ? again : how);
  } else printState(outcome, ok, { root, options }, host);
  return ok ? exitCodes.clean : exitCodes.findings;
}

function printState(
  { loosened, outdated, isThere, isWritten, tools, path }: LockReport,
  ok: boolean,
  { root, options }: { readonly root: string; readonly options: Options },
  host: CliHost,
): void {
  if (!ok) {
    host.err(isThere ? `${path} is out of date: ${listed(outdated)}` : `there is no ${path}`);
    return sayNext(host, root, `\`proviso lock\`, and commit ${path}`);
  }
  const unneeded =
    options.accept === undefined ? "" : "; nothing became looser, so no acceptance is recorded";
  const accepted =
    loosened.length > 0 ? `; accepted what became looser: ${listed(toolsOf(loosened))}` : unneeded;
  const count = countOf(tools, "tool");
  host.out(`${isWritten ? `wrote ${path}` : `${path} is up to date`}: ${count}${accepted}`);
  sayNext(host, root, isWritten ? `commit ${path}` : "`proviso generate`");
}

function toolsOf(changes: readonly Pick<Change, "tool">[]): readonly string[] {
  return [...new Set(changes.map(({ tool }) => tool))];
}

function listed(tools: readonly string[]): string {
  const [first = "", ...rest] = tools;
  if (first === "") return "`product`, `wireNames` or `permissions`";
  const shown = [first, ...rest.slice(0, 4)].join(", ");
  return rest.length > 4 ? `${shown} and ${rest.length - 4} more` : shown;
}

function named({ tool, entry }: LockOutcome["lost"][number]): string {
  const whose = tool === "" ? "the product" : escapeText(tool);
  if (!entry) return `the block of ${whose}`;
  const { when, who, reason } = entry;
  return `an acceptance of ${whose}, ${[when.slice(0, 10), who, reason].map(escapeText).join(", ")}`;
}
