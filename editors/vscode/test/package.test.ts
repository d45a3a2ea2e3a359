import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { findPrograms } from "../src/find-programs.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  const out = mkdtempSync(join(tmpdir(), "proviso-vsix-"));
  try {
    const file = join(out, "proviso.vsix");
    const run = promisify(execFile);
    const offline = { ...process.env, http_proxy: "http://127.0.0.1:1", https_proxy: "http://127.0.0.1:1" };
    await run(process.execPath, ["build.mjs"], { cwd: folder });
    const vsce = fileURLToPath(import.meta.resolve("@vscode/vsce/vsce"));
    await run(
      process.execPath,
      [vsce, "package", "--no-dependencies", "--no-rewrite-relative-links", "--out", file],
      {
        cwd: folder,
        env: offline,
      },
    );
    files = readZip(readFileSync(file));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

/** The texts in a zip, by path: from its central directory. */
function readZip(zip: Buffer): ReadonlyMap<string, string> {
  const end = zip.lastIndexOf(Buffer.from("504b0506", "hex"));
  const found = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(data, data + zip.readUInt32LE(at + 20));
    const text = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes;
    found.set(zip.toString("utf8", at + 46, at + 46 + name), text.toString("utf8"));
    at += 46 + name + extra + comment;
  }
  return found;
}

test("the package holds the extension, and nothing that it does not need", () => {
  expect([...files.keys()].toSorted()).toEqual([
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/dist/extension.cjs",
    "extension/package.json",
    "extension/readme.md",
    "extension/schemas/project.json",
  ]);
});

test("the extension needs no module besides those of VS Code and Node.js", () => {
  const code = files.get("extension/dist/extension.cjs") ?? "";
  const needed = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) =>
    name.replace(/^node:/, ""),
  );
  expect(needed).toContain("vscode");
  expect(needed.filter((name) => name !== "vscode" && !builtinModules.includes(name))).toEqual([]);
});

test("a workspace that is not trusted does not start the extension", () => {
  const manifest = JSON.parse(files.get("extension/package.json") ?? "{}");
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe(false);
  expect(manifest.main).toBe("./dist/extension.cjs");
  expect(manifest.activationEvents).toEqual(["workspaceContains:**/proviso.yaml"]);
});

test("each project gets the language server that is installed nearest to it, inside the workspace", () => {
  const root = mkdtempSync(join(tmpdir(), "proviso-vscode-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  };
  for (const at of ["", "work/", "work/b/"]) {
    write(`${at}node_modules/proviso/bin/proviso.js`);
    write(`${at}node_modules/@proviso/language-server/package.json`);
  }
  write("alone/node_modules/proviso/bin/proviso.js");
  const inWork = (path: string) => ({ folder: join(root, path), workspace: join(root, "work") });
  expect(findPrograms([inWork("work/a"), inWork("work/c"), inWork("work/b")])).toEqual({
    programs: [
      {
        file: join(root, "work/node_modules/proviso/bin/proviso.js"),
        folder: join(root, "work"),
        projects: [join(root, "work/a"), join(root, "work/c")],
      },
      {
        file: join(root, "work/b/node_modules/proviso/bin/proviso.js"),
        folder: join(root, "work/b"),
        projects: [join(root, "work/b")],
      },
    ],
    without: [],
  });
  const alone = join(root, "alone");
  expect(findPrograms([{ folder: alone, workspace: alone }])).toEqual({ programs: [], without: [alone] });
});
