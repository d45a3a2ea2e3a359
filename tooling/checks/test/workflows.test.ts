import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../src/workspace.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: object;
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: object };
  readonly "timeout-minutes"?: number;
}

interface Workflow {
  readonly on: object;
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const workflows = globSync(".github/workflows/*.yml", { cwd: root }).map((path) => ({
  path,
  ...(parse(read(path)) as Workflow),
}));
const actions = globSync("actions/*/action.yml", { cwd: root }).map((path) => ({
  path,
  steps: (parse(read(path)) as { readonly runs: { readonly steps: readonly Step[] } }).runs.steps,
}));
const jobs = workflows.flatMap(({ path, jobs: own }) =>
  Object.entries(own).map(([name, job]) => ({ path, name, job })),
);
const steps = [
  ...jobs.flatMap(({ path, job }) => job.steps.map((step) => ({ path, step }))),
  ...actions.flatMap(({ path, steps: own }) => own.map((step) => ({ path, step }))),
];

describe("the workflows", () => {
  it("run what CI runs on three systems with Node.js 22 and 24", () => {
    const ci = jobs.find(({ path }) => path.endsWith("ci.yml"))?.job;
    expect(ci?.strategy?.matrix).toEqual({
      os: ["ubuntu-latest", "macos-latest", "windows-latest"],
      node: [22, 24],
    });
    expect(ci?.steps.map(({ run }) => run)).toContain(".ci/run");
  });

  it("may only read, but for the job that publishes", () => {
    expect(workflows.map(({ permissions }) => permissions)).toEqual(
      workflows.map(() => ({ contents: "read" })),
    );
    const more = jobs.flatMap(({ path, name, job }) =>
      job.permissions ? [[path, name, job.permissions]] : [],
    );
    expect(more).toEqual([
      [
        ".github/workflows/release.yml",
        "release",
        { contents: "write", "pull-requests": "write", "id-token": "write" },
      ],
    ]);
  });

  it("never run a stranger's code with the rights of the repository", () => {
    const events = workflows.flatMap(({ on }) => Object.keys(on));
    expect(events.filter((event) => !["pull_request", "push"].includes(event))).toEqual([]);
    // A job that does not push leaves no token in the clone.
    const keeping = jobs.filter(({ job }) =>
      job.steps.some(
        (step) => step.uses?.startsWith("actions/checkout@") && step.with?.["persist-credentials"] !== false,
      ),
    );
    expect(keeping.map(({ name }) => name)).toEqual(["release"]);
  });

  it("end by themselves", () => {
    expect(jobs.filter(({ job }) => !(Number(job["timeout-minutes"]) <= 60)).map(({ name }) => name)).toEqual(
      [],
    );
  });
});

/** Why a command line cannot work; undefined if its program is there. */
function problemOf(line: string, path: string): string | undefined {
  const [program = "", ...words] = line.split(" ");
  const isFile = (file: string): boolean => existsSync(join(root, file));
  const isProgram = (file: string): boolean =>
    isFile(file) && (process.platform === "win32" || (statSync(join(root, file)).mode & 0o111) !== 0);
  if (program === ".ci/run") return isProgram(program) ? undefined : "is no program";
  if (program === "node") {
    const file = words[0]?.replaceAll('"', "").replace("$GITHUB_ACTION_PATH", dirname(path)) ?? "";
    return isFile(file) ? undefined : `has no file ${file}`;
  }
  if (program !== "./x") return "starts another program than .ci/run, ./x or node";
  const [command = "", operand = ""] = words;
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: object };
  if (command === "node") return isFile(operand) ? undefined : `has no file ${operand}`;
  if (command === "pnpm") return Object.hasOwn(scripts, operand) ? undefined : `has no script ${operand}`;
  return isFile(`node_modules/.bin/${command}`) ? undefined : `has no program ${command}`;
}

describe("the steps", () => {
  const lines = steps.flatMap(({ path, step }) =>
    [step.run, step.with?.["version"], step.with?.["publish"]]
      .flatMap((text) => (typeof text === "string" ? text.trim().split("\n") : []))
      .map((line) => ({ path, line })),
  );

  it.each(lines)("$line in $path names what exists", ({ line, path }) => {
    expect(problemOf(line, path)).toBeUndefined();
    // What somebody else writes, such as the title of a pull request, must not become part of a command.
    expect(line).not.toContain("${{");
  });

  it("are found to name what does not exist", () => {
    const problems = ["./x node tooling/gone.mjs", "./x pnpm gone", "./x gone", "npm test", "node gone.mjs"];
    expect(problems.map((line) => problemOf(line, "x/y.yml"))).toEqual([
      "has no file tooling/gone.mjs",
      "has no script gone",
      "has no program gone",
      "starts another program than .ci/run, ./x or node",
      "has no file gone.mjs",
    ]);
  });

  it("use actions by commit, or CONTRIBUTING has the command that tells the commit", () => {
    const used = [...new Set(steps.flatMap(({ step }) => (step.uses ? [step.uses] : [])))];
    expect(used.length).toBeGreaterThan(2);
    const contributing = read("CONTRIBUTING.md");
    const unpinned = used.filter((each) => !/@[0-9a-f]{40}$/.test(each));
    const unlisted = unpinned.filter((each) => {
      const [name, tag] = each.split("@");
      return !contributing.includes(`git ls-remote https://github.com/${name} 'refs/tags/${tag}*'`);
    });
    expect(unlisted).toEqual([]);
  });
});
