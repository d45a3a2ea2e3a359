import process from "node:process";
import type { Finding, InstallationCheck } from "./check.ts";
import { sdkPeers } from "./sdk-peers.ts";
import type { Diagnostic } from "@proviso/compiler";
import { compileProject } from "../project/compile-project.ts";
import { generateProject } from "../output/generate-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { openStore } from "../incremental/store.ts";
import { countOf } from "../terminal/count.ts";
import { outlineDomain, emitterOf } from "@proviso/emitters";
import { missingHandlers } from "../project/missing-handlers.ts";
import { statSync } from "node:fs";
import { fileTextAt } from "../disk/read-text.ts";
import { join, relative } from "node:path";
import { entriesOf, sourceFiles } from "./source-files.ts";
import { compareVersions, isInRange } from "./versions.ts";
import { findPackage } from "./installed-packages.ts";

/** Our packages are released together: one version, which generated code can rely on. */
const packageVersions: InstallationCheck = {
  name: "packages",
  run({ installed, project, packageManager }) {
    const own = fileTextAt(join(project.root, "package.json")) ?? "";
    const newest =
      installed
        .map(({ version }) => version)
        .toSorted(compareVersions)
        .at(-1) ?? "";
    const older = installed.filter(({ version }) => version !== newest);
    const names = [...new Set(older.map(({ name }) => name))];
    const different = older.map(({ name, version, folder }) => `${name} ${version} (in ${folder})`);
    const missing = (project.config?.outputs ?? []).flatMap(({ emitter, folder }) => {
      const name = emitterOf[emitter].runtime;
      return name === undefined || findPackage(`${project.root}/${folder}`, name) ? [] : [{ name, folder }];
    });
    return [
      ...(older.length === 0
        ? []
        : [
            {
              problem: `beside ${newest} of the other packages there is ${different.join(", ")}`,
              advice: `\`${packageManager.add}${names.map((name) => `${name}@${newest}`).join(" ")}\``,
            },
          ]),
      ...missing.map(({ name, folder }) => ({
        problem: `${folder} imports ${name}, which is not installed`,
        // What package.json asks for only has to be installed.
        advice: `\`${own.includes(`"${name}"`) ? packageManager.install : packageManager.add + name}\``,
      })),
    ];
  },
};

/** The oldest release that generated code is built with in our tests. */
const oldest = "5.9";

const typescriptVersion: InstallationCheck = {
  name: "TypeScript",
  run({ place, packageManager }) {
    const found = findPackage(place.root, "typescript");
    if (!found || compareVersions(found.version, oldest) >= 0) return [];
    const problem = `generated code needs TypeScript ${oldest} or newer, and ${found.version} is installed`;
    return [{ problem, advice: `\`${packageManager.addDev}typescript@latest\`` }];
  },
};

/** Generated code imports versioned entries of the runtimes, such as `@proviso/server/codegen1`; an older runtime lacks them. */
const runtimeEntries: InstallationCheck = {
  name: "runtimes",
  run({ project, packageManager }) {
    const imports = (project.config?.outputs ?? []).flatMap(({ folder }) =>
      importsIn(join(project.root, folder)).map((each) => ({ ...each, folder })),
    );
    return imports.flatMap(({ name, subpath, folder }) => {
      const found = findPackage(join(project.root, folder), name);
      if (!found || Object.hasOwn(found.manifest.exports ?? {}, `.${subpath}`)) return [];
      const problem = `${folder} imports ${name}${subpath}, which ${name} ${found.version} does not have`;
      return [{ problem, advice: `\`${packageManager.add}${name}@latest\`` }];
    });
  },
};

interface Import {
  readonly name: string;
  /** With a slash at the start; empty for the package itself. */
  readonly subpath: string;
}

function importsIn(folder: string): readonly Import[] {
  const found = new Map<string, Import>();
  for (const { text } of sourceFiles(folder))
    for (const [, name = "", subpath = ""] of text.matchAll(/from "(@proviso\/[a-z]+)(\/[\w./-]+)?"/g))
      found.set(name + subpath, { name, subpath });
  return [...found.values()];
}

/** A package may need a newer Node.js than this program does. */
const nodeVersion: InstallationCheck = {
  name: "Node.js",
  run: ({ installed, nodeVersion: version }) =>
    installed.flatMap(({ name, manifest }) => {
      const range = manifest.engines?.node;
      if (range === undefined || isInRange(version, range)) return [];
      const problem = `${name} needs Node.js ${range}, and this is ${version}`;
      return [{ problem, advice: "install a newer one from https://nodejs.org/en/download" }];
    }),
};

/** Private keys of a server: they seal approvals and results, and sign the audit trail. */
const keyName = /^(state|audit)(\.next|\.former-[0-9a-f]{12})?\.key$/;
const skipped = /^(node_modules|\.git)$/;
/** How far below the project a data folder is looked for. */
const depth = 3;

/** Only its owner may use the keys in a data folder, or replace them. Windows has no such modes. */
const keyFiles: InstallationCheck = {
  name: "keys",
  run: ({ place }) => (process.platform === "win32" ? [] : wideModes(place.root, place.root, depth)),
};

function wideModes(root: string, folder: string, left: number): readonly Finding[] {
  const entries = entriesOf(folder);
  const here = entries.filter((entry) => entry.isFile() && keyName.test(entry.name));
  const below = entries.filter((entry) => entry.isDirectory() && !skipped.test(entry.name));
  return [
    ...here.flatMap(({ name }) => tooWide(root, join(folder, name), { others: 0o077, right: "600" })),
    ...(here.length > 0 ? tooWide(root, folder, { others: 0o022, right: "700" }) : []),
    ...(left === 0 ? [] : below.flatMap(({ name }) => wideModes(root, join(folder, name), left - 1))),
  ];
}

function tooWide(
  root: string,
  path: string,
  { others: othersMode, right }: { readonly others: number; readonly right: string },
): readonly Finding[] {
  const { mode } = statSync(path);
  if ((mode & othersMode) === 0) return [];
  const name = relative(root, path) || ".";
  const verb = right === "600" ? "read" : "write to";
  const octal = (mode & 0o777).toString(8).padStart(4, "0");
  return [{ problem: `others can ${verb} ${name} (mode ${octal})`, advice: `\`chmod ${right} ${name}\`` }];
}

/** Every tool has a handler that is more than the stub that `generate` wrote. */
const handlers: InstallationCheck = {
  name: "handlers",
  run({ project }) {
    const folder = project.config?.handlers?.value;
    const { model } = compileProject(project);
    if (folder === undefined || !model) return [];
    return missingHandlers(project.root, folder, model.domains.map(outlineDomain)).map(
      ({ problem, advice }) => ({ problem, advice }),
    );
  },
};

/** What `generate` would write is what is there. */
const generatedCode: InstallationCheck = {
  name: "generated code",
  async run({ place, project }): Promise<readonly Finding[]> {
    if (!project.config) return [];
    const { update } = await generateProject(place, {
      isDryRun: true,
      isFromScratch: true,
      store: openStore(place),
      disk: lookAtDisk(place.root),
      progress: () => undefined,
    });
    if (!update) return [];
    const edited = update.drift.filter(({ kind }) => kind === "hand-edited").map(({ path }) => path);
    const [first] = update.drift;
    const problems = update.problems.map((problem) => ({ problem, advice: "see the message" }));
    if (!first) return problems;
    const problem = `${countOf(update.drift.length, "file")} out of date, such as ${first.path} (${first.kind})`;
    const advice = `\`proviso generate\`${edited.length > 0 ? `; it overwrites ${edited.join(", ")}, edited by hand` : ""}`;
    return [...problems, { problem, advice }];
  },
};

/** `proviso.yaml` and the contracts have no errors. */
const configuration: InstallationCheck = {
  name: "proviso.yaml and contracts",
  run({ project }) {
    const diagnostics = project.config ? compileProject(project).diagnostics : project.diagnostics;
    return diagnostics.filter(({ severity }) => severity === "error").map(toFinding);
  },
};

function toFinding({ span, message, hint, code }: Diagnostic): { problem: string; advice: string } {
  return {
    problem: `${span.file}:${span.line}:${span.column}: ${message}`,
    advice: hint ?? `\`proviso explain ${code}\` says how to fix it`,
  };
}

/** All that the doctor looks at, in the order in which it reports. */
export const checks: readonly InstallationCheck[] = [
  nodeVersion,
  typescriptVersion,
  packageVersions,
  sdkPeers,
  runtimeEntries,
  configuration,
  generatedCode,
  handlers,
  keyFiles,
];
