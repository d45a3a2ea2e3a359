// Runs single tests of a package again and again in one Vitest, which keeps the code that has not changed.
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** The folder of the package that a file belongs to: `packages/client/test/…` is in `packages/client`. */
export const packageOf = (file) => file.split("/").slice(0, 2).join("/");

/** Matches a test's name when it runs: what a table fills in (`%s`, `$name`, `${what}`) may be anything. */
const patternOf = ({ name = "" }) =>
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
    /**
     * Runs the tests of all these statements. The function that it returns says of one how many of its
     * tests passed and failed, with the first error: of a test, or of a file that cannot be run.
     */
    async run(statements) {
      vitest.setGlobalTestNamePattern(new RegExp(statements.map(patternOf).join("|")));
      const files = new Set(statements.map(({ test }) => join(root, test)));
      const specifications = [...files].map((file) => project.createSpecification(file));
      const { testModules } = await vitest.runTestSpecifications(specifications, false);
      return ({ test, name }) => {
        // Vitest returns the files of earlier runs as well.
        const modules = testModules.filter(({ moduleId }) => moduleId === join(root, test));
        const isNamed = new RegExp(patternOf({ name }));
        const results = modules
          .flatMap((module) => [...module.children.allTests()])
          .filter(({ fullName }) => isNamed.test(fullName))
          .map((each) => each.result());
        const count = (state) => results.filter((each) => each.state === state).length;
        const errors = [
          ...results.flatMap((each) => each.errors ?? []),
          ...modules.flatMap((module) => module.errors()),
        ];
        return { passed: count("passed"), failed: count("failed"), error: errors[0] };
      };
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
