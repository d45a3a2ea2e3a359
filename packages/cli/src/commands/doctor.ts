import { join } from "node:path";
import { paints, exitCodes } from "@proviso/terminal";
import type { Finding, Installation } from "../doctor/check.ts";
import { checks } from "../doctor/checks.ts";
import { installedPackages } from "../doctor/installed-packages.ts";
import { findProject } from "../disk/find-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { packageManagerOf } from "../install/package-manager.ts";
import { sayNext } from "../install/say-next.ts";
import { readProject } from "../project/read-project.ts";
import { countOf } from "../terminal/count.ts";
import type { CliHost } from "../terminal/host.ts";
import { type Command, configOption, jsonOption } from "./command.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "Say what is wrong with an installation and its project, and what to do about it.",
  args: { config: configOption, json: jsonOption },
  async run({ config, json }, host) {
    const subject = await subjectOf(host, config);
    const results: DoctorResult[] = [];
    for (const { name, run } of checks) {
      host.progress(`looking at ${name}`);
      results.push({ name, findings: await run(subject) });
    }
    const count = results.reduce((sum, { findings }) => sum + findings.length, 0);
    if (json) host.out(JSON.stringify({ ok: count === 0, checks: results }));
    else print(results, { count, root: subject.place.root }, host);
    return count === 0 ? exitCodes.clean : exitCodes.findings;
  },
};

interface DoctorResult {
  readonly name: string;
  readonly findings: readonly Finding[];
}

async function subjectOf(host: CliHost, config: string | undefined): Promise<Installation> {
  const place = await findProject(host.cwd, config);
  const project = await readProject(place, lookAtDisk(place.root));
  const outputs = (project.config?.outputs ?? []).map(({ folder }) => join(place.root, folder));
  return {
    place,
    project,
    installed: installedPackages([place.root, ...outputs]),
    nodeVersion: host.nodeVersion,
    packageManager: packageManagerOf(place.root, host.userAgent),
  };
}

function print(
  results: readonly DoctorResult[],
  { count, root }: { readonly count: number; readonly root: string },
  host: CliHost,
): void {
  const { green, red } = paints(host.color);
  for (const { name, findings } of results) {
    if (findings.length === 0) host.out(`${green("ok")}     ${name}`);
    for (const { problem, advice } of findings)
      host.out(`${red("wrong")}  ${name}: ${problem}\n       ${advice}`);
  }
  host.out(count === 0 ? "nothing is wrong" : `${countOf(count, "thing")} to put right`);
  sayNext(host, root, count === 0 ? "`proviso check`" : "put it right, and run `proviso doctor` again");
}
