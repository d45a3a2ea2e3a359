import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../src/workspace.ts";

const handWritten = globSync(
  ["packages/*/{src,test,bin}/**/*.ts", "apps/*/{src,test}/**/*.ts", "tooling/**/*.{ts,mjs}"],
  {
    cwd: root,
    exclude: (path) => /node_modules|dist|generated|\.work/.test(typeof path === "string" ? path : path),
  },
).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const offenders = (isWrong: (text: string, path: string) => boolean): string[] =>
  handWritten.filter((file) => isWrong(file.text, file.path)).map((file) => file.path);

describe("hand-written sources", () => {
  it("are found", () => expect(handWritten.length).toBeGreaterThan(100));
  it("have no file over 400 lines", () =>
    expect(offenders((text) => text.split("\n").length > 401)).toEqual([]));
  it("have no wildcard exports", () => expect(offenders((text) => /^export \*/m.test(text))).toEqual([]));
  it("have no enums", () =>
    expect(offenders((text) => /^\s*(export )?(const )?enum \w/m.test(text))).toEqual([]));
  it("have no default exports but where a tool asks for one", () =>
    expect(
      offenders((text, path) => /^export default/m.test(text) && !/config\.(ts|mjs)$/.test(path)),
    ).toEqual([]));
  it("never skip a test", () =>
    expect(offenders((text) => /\b(it|test|describe)\.(skip|only|todo)\b/.test(text))).toEqual([]));
  it("have no file named for being a leftover", () =>
    expect(offenders((_, path) => /\/(utils?|helpers?|common|shared|misc)(\.ts|\/)/.test(path))).toEqual([]));
  it("refer to nothing beside the project", () =>
    expect(
      offenders((text, path) => !path.endsWith("sources.test.ts") && text.includes("../shared/")),
    ).toEqual([]));
});

describe("dependencies", () => {
  const workspace = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(workspace)?.[1]?.trimEnd().split("\n") ?? [];

  it("are exact in the catalog, each with a reason", () => {
    expect(catalog.length).toBeGreaterThan(10);
    expect(catalog.filter((line) => !/^ {2}"?[^:]+"?: \d+\.\d+\.\d+\S* # \S/.test(line))).toEqual([]);
  });

  it("come from the catalog or the workspace in every package", () => {
    const manifests = globSync(["packages/*/package.json", "apps/*/package.json", "tooling/*/package.json"], {
      cwd: root,
    });
    const strays = manifests.flatMap((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
      return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
        .filter(([, version]) => version !== "catalog:" && version !== "workspace:*")
        .map(([name, version]) => `${path}: ${name} ${String(version)}`);
    });
    expect(strays).toEqual([]);
  });
});
