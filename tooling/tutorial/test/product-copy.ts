import { execFile } from "node:child_process";
import { cp, mkdir, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProductCopy {
  readonly folder: string;
  /** Runs a JavaScript program of this repository in the copy. */
  run(program: string, ...args: string[]): Promise<Finished>;
  remove(): Promise<void>;
}

const unwanted = /(^|\/)(node_modules|dist|reports|test|\.turbo|\.astro|\.data)(\/|$)/;

/** A copy of the sample product that can be changed, generated and built without touching the repository's own. */
export async function copyProduct(): Promise<ProductCopy> {
  const folder = join(root, "tooling/tutorial/.work");
  await rm(folder, { recursive: true, force: true });
  for (const part of [
    "contracts",
    "proviso.lock",
    "proviso.yaml",
    "LICENSE",
    "tsconfig.base.json",
    "packages/generated",
    "apps/sample-server",
    "apps/sample-client",
  ]) {
    await cp(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !unwanted.test(path.slice(root.length)),
    });
  }
  // the generator looks in the workspace for the runtimes, and names them accordingly
  for (const part of [
    "pnpm-workspace.yaml",
    "packages/manifest/package.json",
    "packages/server/package.json",
    "packages/client/package.json",
  ]) {
    await cp(join(root, part), join(folder, part));
  }
  await linkDependencies(folder);
  for (const app of ["sample-server", "sample-client"])
    await writeFile(join(folder, "apps", app, "tsconfig.json"), buildConfig);
  return {
    folder,
    run: (program, ...args) => finish(join(root, program), args, folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** References would point at packages that the copy lacks; it uses the built ones. */
const buildConfig = JSON.stringify({
  extends: "../../tsconfig.base.json",
  compilerOptions: {
    rootDir: "src",
    outDir: "dist",
    composite: false,
    isolatedDeclarations: false,
    typeRoots: ["../../node_modules/@types"],
  },
  include: ["src"],
});

/** One node_modules for the whole copy: the copied packages, and all others as installed here. */
async function linkDependencies(folder: string): Promise<void> {
  const own: Readonly<Record<string, string>> = {
    "@backoffice/schemas": join(folder, "packages/generated/schemas"),
    "@proviso/manifest": join(root, "packages/manifest"),
    "@backoffice/server": join(folder, "packages/generated/server"),
    "@backoffice/client": join(folder, "packages/generated/client"),
    "backoffice-server": join(folder, "apps/sample-server"),
  };
  const installed = await Promise.all(
    ["sample-server", "sample-client"].map((app) => dependenciesOf(join(root, "apps", app, "node_modules"))),
  );
  for (const [name, target] of new Map([
    ...installed.flatMap((each) => Object.entries(each)),
    ...Object.entries(own),
  ])) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link, "dir");
  }
}

async function dependenciesOf(modules: string): Promise<Record<string, string>> {
  const entries = (await readdir(modules)).filter((name) => !name.startsWith("."));
  const names = await Promise.all(
    entries.map(async (name) =>
      name.startsWith("@") ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`) : [name],
    ),
  );
  return Object.fromEntries(
    await Promise.all(names.flat().map(async (name) => [name, await realpath(join(modules, name))])),
  );
}

function finish(program: string, args: readonly string[], cwd: string): Promise<Finished> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      // Like a newcomer: runs the built code, without the tests' condition for sources.
      { cwd, env: { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "" } },
      (error, stdout, stderr) =>
        resolve({ code: error ? (typeof error.code === "number" ? error.code : 1) : 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
