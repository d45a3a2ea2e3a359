import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { programWords } from "../src/commands/install.ts";
import { run } from "../src/commands/run.ts";
import { isWrapped } from "../src/install/wrap-entry.ts";
import { openBench, type Bench } from "./bench.ts";

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  vi.stubEnv("XDG_STATE_HOME", join(bench.folder, "state"));
  vi.stubEnv("HOME", bench.folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await bench[Symbol.asyncDispose]();
});

const out: string[] = [];
async function gateway(...words: string[]): Promise<number> {
  out.length = 0;
  const print = (text: string): void => void out.push(text);
  return run(words, { cwd: bench.folder, color: false, out: print, err: print });
}

function put(path: string, text: string, mode = 0o600): string {
  const file = join(bench.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const odd = `{
\t// Servers of the team, one of them new.
\t"other": [1,2 , 3],
\t"servers" : {
\t\t"files":  { "type": "stdio", "command": "npx", "args": ["-y", "x", "/data"],
\t\t  "env": { "TOKEN": "a-secret-value" }, "disabled": false, }, // odd layout
\t\t"remote": { "type": "http", "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer another-secret" } },
\t\t"old": { "type": "sse", "url": "https://mcp.example.com/sse" },
\t},
}
`;

test("each server is wrapped with all its settings, twice is once, and uninstall restores the bytes", async () => {
  const file = put(".vscode/mcp.json", odd);
  const words = ["--host", "vscode", "--trust", "hints"];
  expect(await gateway("install", ...words)).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(odd);
  expect(out.join("\n")).toContain("nothing was written");
  expect(out.join("\n")).not.toContain("secret");

  expect(await gateway("install", ...words, "--yes")).toBe(0);
  const installed = readFileSync(file, "utf8");
  const read = (
    text: string,
  ): { servers: Record<string, { command: string; args: string[]; env: object }> } =>
    JSON.parse(
      text
        .replaceAll(/\/\/.*$/gm, (comment) => (comment.includes("example") ? comment : ""))
        .replaceAll(/,(\s*[}\]])/g, "$1"),
    );
  const { servers } = read(installed);
  expect(servers["files"]).toEqual({
    type: "stdio",
    command: process.execPath,
    args: [
      expect.stringMatching(/proviso-gateway\.js$/),
      "--trust",
      "hints",
      "--name",
      "files",
      "--",
      "npx",
      "-y",
      "x",
      "/data",
    ],
    env: { TOKEN: "a-secret-value" },
    disabled: false,
  });
  expect(servers["remote"]).toMatchObject({
    type: "stdio",
    args: [
      expect.any(String),
      "--trust",
      "hints",
      "--name",
      "remote",
      "--url",
      "https://mcp.example.com/mcp",
    ],
    env: { PROVISO_UPSTREAM_HEADERS: "Authorization: Bearer another-secret" },
  });
  expect(out.join("\n")).toContain("left     old");
  expect(installed).toContain("// Servers of the team");
  expect(readFileSync(`${file}.before-proviso-gateway`, "utf8")).toBe(odd);
  expect(statSync(`${file}.before-proviso-gateway`).mode & 0o777).toBe(0o600);

  expect(await gateway("install", ...words, "--yes")).toBe(0);
  expect(out.join("\n")).toContain("nothing to change");
  expect(readFileSync(file, "utf8")).toBe(installed);

  expect(await gateway("uninstall", "--host", "vscode", "--yes")).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(odd);
  expect(existsSync(`${file}.before-proviso-gateway`)).toBe(false);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("what was changed in the file meanwhile stays, and a server that was added is wrapped by the next install", async () => {
  const one = '{"mcpServers":{"a":{"command":"node","args":["a.js"]}}}';
  const file = put(".cursor/mcp.json", one);
  await gateway("install", "--host", "cursor", "--yes");
  const grown = readFileSync(file, "utf8").replace(/\}\}$/, ',"b":{"command":"node","args":["b.js"]}}}');
  writeFileSync(file, grown);
  await gateway("install", "--host", "cursor", "--yes");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    mcpServers: { b: { args: expect.arrayContaining(["--", "node", "b.js"]) } },
  });
  await gateway("uninstall", "--host", "cursor", "--yes");
  expect(readFileSync(file, "utf8")).toBe(
    '{"mcpServers":{"a":{"command":"node","args":["a.js"]},"b":{"command":"node","args":["b.js"]}}}',
  );
});

test("an entry that was edited since keeps its edits, and one without a record becomes what its arguments say", async () => {
  const entries = {
    a: { command: "node", args: ["a.js"] },
    b: { type: "http", url: "https://mcp.example.com/mcp", headers: { Authorization: "Bearer x: y" } },
  };
  const file = put(".cursor/mcp.json", JSON.stringify({ mcpServers: entries }));
  await gateway("install", "--host", "cursor", "--trust", "hints", "--yes");
  const edited = readFileSync(file, "utf8").replace('"command"', '"env": { "MORE": "1" }, "command"');
  writeFileSync(file, edited);
  await gateway("uninstall", "--host", "cursor", "--server", "a", "--yes");
  expect(out.join("\n")).toContain("a: it was edited since");
  rmSync(join(bench.folder, "state"), { recursive: true });
  await gateway("uninstall", "--host", "cursor", "--yes");
  expect(out.join("\n")).toContain("b: there is no record of it, so it becomes what its arguments say");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    mcpServers: { a: { ...entries.a, env: { MORE: "1" } }, b: entries.b },
  });
});

test("the servers of this project in Claude Code's own file are wrapped, and those of other projects are named", async () => {
  const servers = { files: { command: "node", args: ["a.js"] } };
  const projects = {
    [bench.folder]: { mcpServers: servers },
    "/other": { mcpServers: servers },
    "/none": {},
  };
  const before = JSON.stringify({ mcpServers: servers, projects });
  const file = put(".claude.json", before);
  expect(await gateway("install", "--host", "claude-code", "--yes")).toBe(0);
  expect(out.join("\n")).toContain(`  files (${bench.folder})`);
  expect(out.join("\n")).toContain(
    "left     files (/other): it stays unguarded, because it is another project's",
  );
  const installed = JSON.parse(readFileSync(file, "utf8"));
  const wrapped = { args: expect.arrayContaining(["--", "node", "a.js"]) };
  expect(installed).toMatchObject({
    mcpServers: { files: wrapped },
    projects: { [bench.folder]: { mcpServers: { files: wrapped } }, "/other": { mcpServers: servers } },
  });
  expect(await gateway("uninstall", "--host", "claude-code", "--yes")).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("an installation in npm's cache is named by its version, and such an entry counts as wrapped", () => {
  const words = programWords(
    "file:///home/x/.npm/_npx/ab/node_modules/@proviso/gateway/dist/commands/install.js",
  );
  expect(words).toEqual(["npx", "-y", expect.stringMatching(/^@proviso\/gateway@\d/)]);
  const [command = "", ...args] = words;
  expect(isWrapped({ command, args: [...args, "--name", "a", "--", "node"] })).toBe(true);
  expect(programWords()).toEqual([process.execPath, expect.stringMatching(/proviso-gateway\.js$/)]);
});

test("the configuration of VS Code's user is found, and contracts that are not there or have errors are wrong usage", async () => {
  const file = put(".config/Code/User/mcp.json", '{"servers":{"a":{"command":"node"}}}');
  vi.stubEnv("XDG_CONFIG_HOME", join(bench.folder, ".config"));
  vi.stubEnv("APPDATA", join(bench.folder, ".config"));
  expect(await gateway("install", "--host", "vscode", "--contracts", "nosuch")).toBe(2);
  put("contracts/notes.yaml", "proviso: 1\ndomain: notes\ncolour: red\n");
  expect(await gateway("install", "--host", "vscode", "--contracts", "contracts")).toBe(2);
  expect(out.join("\n")).toContain("3 | colour: red");
  expect(out.join("\n")).not.toContain("\\u{20}");
  expect(await gateway("install", "--host", "vscode", "--yes")).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("proviso-gateway");
});

test("the TOML of Codex keeps its comments, and is put back to the byte", async () => {
  const toml = `model = "x" # mine

[mcp_servers.files] # a server
args = [
  "-y", # yes
  "files]",
]
command = "npx"
startup_timeout_sec = 20

[mcp_servers.files.env]
TOKEN = "t"

[mcp_servers."far away"]
url = "https://mcp.example.com/mcp"
`;
  const file = put("config.toml", toml);
  const words = ["--host", "codex", "--config", file];
  expect(await gateway("install", ...words, "--yes")).toBe(0);
  const installed = readFileSync(file, "utf8");
  expect(parse(installed)).toEqual({
    model: "x",
    mcp_servers: {
      files: {
        command: process.execPath,
        args: [expect.stringMatching(/proviso-gateway\.js$/), "--name", "files", "--", "npx", "-y", "files]"],
        startup_timeout_sec: 20,
        env: { TOKEN: "t" },
      },
      "far away": { url: "https://mcp.example.com/mcp" },
    },
  });
  expect(installed).toContain('model = "x" # mine');
  await gateway("install", ...words, "--yes");
  expect(readFileSync(file, "utf8")).toBe(installed);
  await gateway("uninstall", ...words, "--yes");
  expect(readFileSync(file, "utf8")).toBe(toml);
});

test("a link stays a link, a broken file stays as it is, and a host without a configuration is wrong usage", async () => {
  const real = put("dotfiles/gemini.json", '{"mcpServers":{"a":{"command":"node"}}}', 0o644);
  mkdirSync(join(bench.folder, ".gemini"));
  symlinkSync(real, join(bench.folder, ".gemini/settings.json"));
  expect(await gateway("install", "--host", "gemini", "--yes")).toBe(0);
  expect(readFileSync(real, "utf8")).toContain("proviso-gateway");
  expect(statSync(real).mode & 0o777).toBe(0o644);
  const broken = put(".mcp.json", '{"mcpServers": {');
  expect(await gateway("install", "--host", "claude-code", "--yes")).toBe(2);
  expect(out.join("\n")).toContain(`${broken}: the file is no JSON: `);
  expect(readFileSync(broken, "utf8")).toBe('{"mcpServers": {');
  expect(await gateway("install", "--host", "vscode", "--yes")).toBe(2);
  expect(await gateway("install", "--host", "emacs")).toBe(2);
  expect(await gateway("install", "--trust", "everything", "--host", "gemini")).toBe(2);
});

test("the entry that the page shows is what is written in a checkout", async () => {
  const page = readFileSync(
    new URL("../../../apps/docs/src/content/docs/guard-a-server.mdx", import.meta.url),
    "utf8",
  );
  const [, shown = ""] = /```json title="claude_desktop_config.json"\n([^]*?)```/.exec(page) ?? [];
  const notes = { command: "python3", args: ["/path/to/server.py"] };
  const file = put("claude_desktop_config.json", JSON.stringify({ mcpServers: { notes } }));
  expect(await gateway("install", "--host", "claude-code", "--config", file, "--yes")).toBe(0);
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const written = readFileSync(file, "utf8")
    .replace(process.execPath, "/path/to/node")
    .replace(root, "/path/to/checkout/");
  expect(JSON.parse(written)).toEqual(JSON.parse(shown));
});
