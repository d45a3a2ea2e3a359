// Runs single tests of a package again and again in one Vitest, which keeps the code that has not changed.
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** The folder of the package that a file belongs to: `packages/client/test/…` is in `packages/client`. */
export const packageOf = (file) => file.split("/").slice(0, 2).join("/");

/** The names that a test has when it runs: what a table fills in (`%s`, `$name`, `${what}`) may be anything. */
const pattern = (name) =>
  name
    .split(/%\w|\$\{\w+\}|\$\w+/)
    .map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");

/** Starts Vitest in the package at `folder` of the checkout at `root`. */
export async function startTests(root, folder) {
  const directory = join(root, folder);
  const require = createRequire(join(directory, "package.json"));
  const { createVitest } = await import(pathToFileURL(require.resolve("vitest/node")).href);
  const environment = { ...process.env };
  process.chdir(directory);
  const vitest = await createVitest("test", { root: directory, watch: false, reporters: [{}], bail: 0 });
  await vitest.standalone();
  const [project] = vitest.projects;

  return {
    /** How many tests of a statement passed and failed, and why the file could not be run. */
    async run({ test, name }) {
      vitest.resetGlobalTestNamePattern();
      if (name !== undefined) vitest.setGlobalTestNamePattern(pattern(name));
      const file = project.createSpecification(join(root, test));
      const { testModules } = await vitest.runTestSpecifications([file], false);
      const states = testModules.flatMap((module) =>
        [...module.children.allTests()].map((each) => each.result().state),
      );
      const count = (state) => states.filter((each) => each === state).length;
      const errors = testModules.flatMap((module) => module.errors()).map(({ message }) => message);
      // A module that cannot be loaded fails its tests.
      const failed = count("failed") + (states.length === 0 && errors.length > 0 ? 1 : 0);
      return { passed: count("passed"), failed, because: errors.map((each) => `: ${each}`).join("") };
    },
    /** Has a changed file read again. */
    forget: (file) => vitest.invalidateFile(file),
    async close() {
      await vitest.close();
      // Vitest has set the temp folder of its tests, and removed it.
      Object.assign(process.env, environment);
      for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    },
  };
}
