import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createProject } from "./project.ts";

const own = join(import.meta.dirname, "..");
/** What was built runs without the condition by which tests ask for the sources. */
const run = (program: string, argv: readonly string[], cwd = own): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(program, argv, { cwd, env: { ...process.env, NODE_OPTIONS: "" } });

/** Packages with the module that looks for the program, and nothing to run. */
interface Checkout {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  ask(question: "findProgram" | "hashOfBuilds"): Promise<string>;
}

async function createCheckout(): Promise<Checkout> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proviso-bundle-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const module = join(folder, "cli/bin/program.js");
  for (const part of ["bin", "package.json"])
    await cp(join(own, part), join(folder, "cli", part), { recursive: true });
  return {
    folder,
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    async ask(question) {
      const program = `console.log((await import("${pathToFileURL(module).href}")).${question}())`;
      const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program]);
      return stdout.trim();
    },
  };
}

/** Expects this program of `packages/cli` to run after a change to a checkout in which all is built and bundled. */
async function check(program: string, change: (checkout: Checkout) => Promise<unknown>): Promise<void> {
  const checkout = await createCheckout();
  for (const name of ["cli", "compiler", "emitters", "manifest"])
    await checkout.write(`${name}/dist/.tsbuildinfo`, `the sources of ${name}`);
  await checkout.write("cli/dist/bundle/made-of", await checkout.ask("hashOfBuilds"));
  await change(checkout);
  const found = fileURLToPath(await checkout.ask("findProgram"));
  expect(relative(join(checkout.folder, "cli"), found)).toBe(join(program));
}

test("a checkout runs the bundle of what was built", () =>
  check("dist/bundle/main.js", async () => undefined));

test.each(["cli", "compiler", "emitters", "manifest"])("a checkout runs no bundle of an earlier %s", (name) =>
  check("dist/main.js", ({ write }) => write(`${name}/dist/.tsbuildinfo`, "other sources")),
);

test("a checkout in which nothing was bundled runs what was built", () =>
  check("dist/main.js", ({ folder }) => rm(join(folder, "cli/dist/bundle"), { recursive: true })));

test("a checkout whose builds were removed runs no bundle of them", () =>
  check("dist/main.js", ({ folder }) => rm(join(folder, "cli/dist/.tsbuildinfo"))));

test("an installation, whose builds never change, runs the bundle that it brings", () =>
  check("dist/bundle/main.js", async ({ folder }) => {
    for (const name of ["cli", "compiler", "emitters", "manifest"])
      await rm(join(folder, name, "dist/.tsbuildinfo"));
    await rm(join(folder, "cli/dist/bundle/made-of"));
  }));

test("a program that never ends has not ended well", async () => {
  const { folder, write } = await createCheckout();
  await write("cli/dist/.tsbuildinfo", "");
  await write("cli/dist/main.js", "export const main = () => new Promise(() => {});");
  const running = run(process.execPath, [join(folder, "cli/bin/proviso.js")]);
  await expect(running).rejects.toMatchObject({ code: 3 });
});

test("the program that is built writes what the sources write", async () => {
  const [sources, built] = [await createProject(), await createProject()];
  await sources.proviso("generate");
  await run(process.execPath, [join(own, "bin/proviso.js"), "generate"], built.root);
  for (const path of Object.keys(await sources.snapshot()))
    expect({ path, text: await built.read(path) }).toEqual({ path, text: await sources.read(path) });
});
