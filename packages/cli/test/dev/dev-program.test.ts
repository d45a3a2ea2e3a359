import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { devProgram } from "../../src/dev/dev-program.ts";

/** A folder with these files; a path that ends in a slash is a folder. */
function folderWith(files: Readonly<Record<string, object>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "proviso-dev-program-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(path.endsWith("/") ? join(root, path) : dirname(join(root, path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(root, path), JSON.stringify(value));
  }
  return root;
}

const start = "node dist/main.js --http";

test.each<[name: string, scripts: Readonly<Record<string, string>>, build: string | undefined]>([
  ["is run without the package manager", { build: "tsc" }, "tsc"],
  ["does not generate again", { build: "proviso generate && tsc" }, "tsc"],
  ["may have a prefix", { "tools:build": "proviso generate && tsc -b" }, "tsc -b"],
  ["runs with what belongs to it", { build: "tsc", prebuild: "echo" }, "npm run build"],
  ["gets what it needs of the package manager", { build: "echo $npm_package_name && tsc" }, "npm run build"],
  ["may be missing", {}, undefined],
])("the build %s", (_name, scripts, build) => {
  const root = folderWith({ "package.json": { scripts: { start, ...scripts } }, "node_modules/.bin/": {} });
  expect(devProgram({ root }, undefined, "npm/11")).toEqual({
    folder: root,
    owner: root,
    words: ["dist/main.js", "--http"],
    build,
  });
});

test("without installed programs, the package manager finds them", () => {
  const root = folderWith({ "package.json": { scripts: { start, build: "tsc" } } });
  expect(devProgram({ root }, undefined, "npm/11").build).toBe("npm run build");
});

test("what is built is the package of the program, also if it is started from another folder", () => {
  const root = folderWith({
    "package.json": { scripts: { build: "turbo build" } },
    "apps/server/package.json": { scripts: { build: "tsc -b" } },
    "node_modules/.bin/": {},
  });
  expect(devProgram({ root }, ["apps/server/bin/server.js", "--http"], undefined)).toEqual({
    folder: root,
    owner: join(root, "apps/server"),
    words: ["apps/server/bin/server.js", "--http"],
    build: "tsc -b",
  });
});

test("the configuration may name the package; a program in TypeScript is not built", () => {
  const root = folderWith({
    "package.json": { scripts: { build: "turbo build" } },
    "apps/server/package.json": { scripts: { start: "node src/main.ts", build: "tsc" } },
    "node_modules/.bin/": {},
  });
  expect(devProgram({ root, named: "apps/server" }, undefined, undefined)).toEqual({
    folder: join(root, "apps/server"),
    owner: join(root, "apps/server"),
    words: ["src/main.ts"],
    build: undefined,
  });
  expect(() => devProgram({ root }, undefined, undefined)).toThrow(
    /has no script `start`.*dev: \{ package: apps\/server \}.*--run dist\/main\.js/,
  );
});
