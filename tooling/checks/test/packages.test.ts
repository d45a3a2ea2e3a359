import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forbiddenNames } from "../src/forbidden-tools.ts";
import { packages, root } from "../src/workspace.ts";

const published = packages().filter((entry) => entry.folder.startsWith("packages/") && !entry.isPrivate);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proviso-packs-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Packed {
  readonly files: readonly string[];
  /** The bytes of the tarball. */
  readonly tarball: Uint8Array;
}

async function pack(from: string): Promise<Packed> {
  const { stdout } = await promisify(execFile)("pnpm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(root, from),
  });
  const { filename, files } = JSON.parse(stdout) as {
    readonly filename: string;
    readonly files: readonly { path: string }[];
  };
  const tarball = new Uint8Array(await readFile(resolve(folder, filename)));
  return { files: files.map((file) => file.path), tarball };
}

/** All paths in an `exports` map. */
function targets(exports: unknown): string[] {
  if (typeof exports === "string")
    return exports.startsWith("./") && !exports.includes("*") ? [exports.slice(2)] : [];
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targets) : [];
}

/** Each package by its folder. Packing builds, so packages that share a build are packed one after the other. */
const packed = new Map<string, Packed>();
const nothing: Packed = { files: [], tarball: new Uint8Array() };

beforeAll(async () => {
  for (const { folder: from } of published) packed.set(from, await pack(from));
});

describe("every published package", () => {
  it.each(published)(
    "$name packs a README, the licence and all that it exports or imports by a name of its own",
    async ({ folder: from }) => {
      const manifest = JSON.parse(await readFile(join(root, from, "package.json"), "utf8"));
      const { files } = packed.get(from) ?? nothing;
      expect(manifest).toMatchObject({ license: "Apache-2.0", publishConfig: { access: "public" } });
      expect(manifest.scripts?.install ?? manifest.scripts?.postinstall).toBeUndefined();
      const named = [manifest.exports, manifest.imports].flatMap(targets);
      expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", ...named]));
      // A new project gets its own test from `starter/`.
      expect(
        files.filter((path) =>
          /tsbuildinfo|^(?!starter(?:-import)?\/)(.*\/)?(test|node_modules|reports)\//.test(path),
        ),
      ).toEqual([]);
    },
  );

  it.each(published)("$name is packed as its package.json says", async ({ folder: from }) => {
    const { tarball } = packed.get(from) ?? nothing;
    const { messages } = await publint({ pack: { tarball: tarball.buffer as ArrayBuffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it.each(published)("$name has types that TypeScript finds", async ({ folder: from }) => {
    const { tarball } = packed.get(from) ?? nothing;
    // A program has no types.
    const found = await checkPackage(createPackageFromTarballData(tarball), {
      excludeEntrypoints: [/^\.\/bin\//],
    });
    // Our packages are ES modules, found by `exports`, which the oldest way of resolution does not know.
    const isOurs = (problem: object): boolean =>
      !("resolutionKind" in problem) || !/^node10$|^node16-cjs$/.test(String(problem.resolutionKind));
    expect(found.types ? found.problems.filter(isOurs) : []).toEqual([]);
  });

  it.each(published)("$name has maps of its own files, and no path of this machine", ({ folder: from }) => {
    const { files, tarball } = packed.get(from) ?? nothing;
    const content = tarball.length > 0 ? createPackageFromTarballData(tarball) : undefined;
    const texts = files.map(
      (path) => [path, content?.tryReadFile(`/node_modules/${nameIn(from)}/${path}`) ?? ""] as const,
    );
    expect(texts.filter(([, text]) => text === "")).toEqual([]);
    expect(texts.filter(([, text]) => text.includes(root.slice(0, -1))).map(([path]) => path)).toEqual([]);
    const dead = texts.flatMap(([path, text]) =>
      path.endsWith(".map")
        ? // A build may hold what earlier sources left: a generated package leaves that out, others are released from a new clone.
          mapped(path, text).filter(
            (source) =>
              !files.includes(source) && (isGenerated(from) || existsSync(join(root, from, source))),
          )
        : [],
    );
    expect(dead).toEqual([]);
  });

  it("names no forbidden tool, where a product publishes it", () => {
    const ofProduct = published.filter((entry) => isGenerated(entry.folder));
    expect(ofProduct.map(({ name }) => name)).not.toContain("@backoffice/docs");
    for (const { folder: from } of ofProduct) {
      const { files, tarball } = packed.get(from) ?? nothing;
      const content = createPackageFromTarballData(tarball);
      const forbidden = forbiddenNames(root, nameIn(from));
      expect(forbidden.length).toBeGreaterThan(5);
      const naming = files.filter((path) => {
        const text = `${path}\n${content.tryReadFile(`/node_modules/${nameIn(from)}/${path}`)}`;
        return forbidden.some((name) => text.includes(name));
      });
      expect(naming).toEqual([]);
    }
  });
});

function isGenerated(from: string): boolean {
  return from.startsWith("packages/generated/");
}

function nameIn(from: string): string {
  return published.find((entry) => entry.folder === from)?.name ?? "";
}

/** The files that a source map points at. */
function mapped(path: string, text: string): readonly string[] {
  const { sources } = JSON.parse(text) as { readonly sources: readonly string[] };
  return sources.map((source) => join(dirname(path), source));
}
