import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../src/workspace.ts";

/** Every program of the workspace, by the manifest that names it. */
const programs = globSync("{packages,apps}/*/package.json", { cwd: root }).flatMap((path) => {
  const { bin = {}, engines } = JSON.parse(readFileSync(join(root, path), "utf8"));
  return Object.values<string>(bin).map((file) => ({
    file: join(dirname(path), file),
    needed: String(engines?.node).replace(">=", ""),
  }));
});

/** Makes a process report this version of Node.js. */
function asNode(version: string): string {
  return `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "${version}" })`;
}

describe("on an old Node.js", () => {
  it("the programs are found", () => expect(programs.length).toBeGreaterThanOrEqual(4));

  it.each(programs)(
    "$file says which one it needs and how to get it, and ends with 2",
    ({ file, needed }) => {
      for (const version of ["18.20.8", "20.20.2", "22.15.1"]) {
        const argv = ["--import", asNode(version), join(root, file), "--help"];
        const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
        expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
        expect(stderr).toMatch(/^\S+ needs Node\.js .* install it from https:\/\/nodejs\.org\/.*\n$/);
        expect(stderr).toContain(`Node.js ${needed} or newer, and this is ${version}:`);
      }
    },
  );

  it.each(programs)("$file runs on the oldest that it names", ({ file, needed }) => {
    const argv = ["--import", asNode(needed), join(root, file), "--help"];
    expect(spawnSync(process.execPath, argv, { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });

  it("all say it in the same way", () => {
    // `create-proviso` starts `proviso`, which says it.
    const saying = programs.filter(({ file }) => !file.includes("create-proviso"));
    // `proviso` looks for it where a missing package is told too.
    const start =
      /^(import \{ requireNode \} from |  const \{ requireNode \} = await import\()"@proviso\/terminal\/node-version\.js"\)?;\n+ *requireNode\(import\.meta\.url\);\n/m;
    const others = saying.filter(({ file }) => !start.test(readFileSync(join(root, file), "utf8")));
    expect(others).toEqual([]);
  });
});
