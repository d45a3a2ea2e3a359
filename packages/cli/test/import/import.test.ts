import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { readFile, symlink } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listToolsOfProcess } from "../../src/mcp/list-tools.ts";
import { createProject, type TestProject } from "../project.ts";

const server = fileURLToPath(new URL("stdio-server.mjs", import.meta.url));

const bin = fileURLToPath(new URL("../../bin/proviso.js", import.meta.url));

const list = JSON.stringify([
  {
    name: "read_note",
    description: "Reads a note.",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
  },
  {
    name: "drop_note",
    inputSchema: { type: "object", properties: { id: { type: "string" } }, additionalProperties: false },
  },
]);

const emptyProject = (files: Readonly<Record<string, string>> = {}): Promise<TestProject> =>
  createProject({ "list.json": list, ...files });

/** A project that forwards to the original server. */
const imported = [
  ".gitignore",
  "contracts/notes.yaml",
  "package.json",
  "proviso.yaml",
  "src/app.ts",
  "src/handlers.ts",
  "src/main.ts",
  "src/origin.ts",
  "src/ports.ts",
  "src/test/app.ts",
  "src/tools.ts",
  "src/upstream.ts",
  "tsconfig.json",
];

describe("a saved list", () => {
  test("becomes a project that checks and generates as it is", async () => {
    const project = await emptyProject();
    expect(await project.proviso("import list.json --product notes --out new")).toEqual({
      code: 0,
      out: [...imported.map((path) => `wrote  ${path}`), "imported 2 tools"].join("\n"),
      err: "next: `cd new && npm install && npx proviso todo` to decide who may call what, then `npm run test`; `src/main.ts` says who calls, who approves in the inbox, and when they signed in",
    });
    expect((await project.proviso("format --check", "new")).code).toBe(0);
    // As `init` does it, for editors.
    const schema = "# yaml-language-server: $schema=";
    const starts = ["proviso.yaml", "contracts/notes.yaml"].map((path) => project.read(`new/${path}`));
    expect((await Promise.all(starts)).map((text) => text.split("\n")[0])).toEqual([
      `${schema}node_modules/proviso/schemas/project.json`,
      `${schema}../node_modules/proviso/schemas/contract.json`,
    ]);
    const { code, out } = await project.proviso("check", "new");
    expect({ code, out }).toEqual({ code: 0, out: "2 tools in 1 contract: no errors" });
    expect((await project.proviso("generate", "new")).code).toBe(0);
    expect((await project.proviso("generate --check", "new")).code).toBe(0);
    expect(await project.read("new/src/generated/schemas/index.ts")).toContain("dropNote");
    // Nobody owns a scope that is named like the product.
    for (const text of Object.values(await project.snapshot("new"))) expect(text).not.toContain("@notes/");
  });

  test("does not overwrite what is there", async () => {
    const project = await emptyProject({ "new/contracts/notes.yaml": "mine" });
    const before = await project.snapshot("new");
    const { code, err } = await project.proviso("import list.json --product notes --out new");
    expect(code).toBe(2);
    expect(err).toMatch(/new already has a contracts\/notes\.yaml/);
    expect(await project.snapshot("new")).toEqual(before);
  });

  test("brings a project up to date, and says what is new", async () => {
    const project = await emptyProject();
    await project.proviso("import list.json --product notes --out new");
    await project.edit("new/contracts/notes.yaml", (text) =>
      text.replace("proviso: 1", "# Mine.\nproviso: 1"),
    );
    const before = await project.snapshot("new");
    expect((await project.proviso("import list.json --out new")).out).toBe("imported 2 tools: no changes");
    expect(await project.snapshot("new")).toEqual(before);
    const [read, drop] = JSON.parse(list);
    const next = [
      { ...read, description: "Reads a note, or part of it." },
      { ...drop, name: "erase_note" },
    ];
    await project.write("list.json", JSON.stringify(next));
    const { code, out } = await project.proviso("import list.json --out new");
    expect({ code, out: out.split("\n").slice(0, 6) }).toEqual({
      code: 0,
      out: [
        "changed  notes.read_note.description",
        '  - "Reads a note."',
        '  + "Reads a note, or part of it."',
        "added  notes.erase_note",
        "removed  notes.drop_note: the contract stays and is marked as deprecated",
        "wrote  contracts/notes.yaml",
      ],
    });
    const text = await project.read("new/contracts/notes.yaml");
    expect(text).toContain("# Mine.\nproviso: 1");
    expect((await project.proviso("check", "new")).code).toBe(0);
  });

  test("needs no more than the contracts, proviso.yaml and .proviso-import.json", async () => {
    const project = await emptyProject();
    await project.proviso("import list.json --product notes --out new");
    const kept = ["new/contracts/notes.yaml", "new/proviso.yaml", "new/.proviso-import.json"];
    const files = Object.keys(await project.snapshot("new"));
    for (const path of files) if (!kept.includes(path)) await project.remove(path);
    for (const command of ["check", "todo"]) expect((await project.proviso(command, "new")).code).toBe(0);
    const [read] = JSON.parse(list);
    await project.write(
      "list.json",
      JSON.stringify([{ ...read, description: "Reads a note, or part of it." }]),
    );
    const { out } = await project.proviso("import list.json --out new");
    expect(out).toContain("changed  notes.read_note.description");
    const left = Object.keys(await project.snapshot("new")).filter(
      (path) => !path.includes("/node_modules/"),
    );
    expect(left.toSorted()).toEqual(kept.toSorted());
  });

  test("keeps what a handler needs as long as the contract of a tool stays", async () => {
    const project = await emptyProject();
    await project.proviso("import list.json --product notes --out new");
    const [read] = JSON.parse(list);
    await project.write("list.json", JSON.stringify([read]));
    for (const _ of ["once", "twice"]) {
      expect((await project.proviso("import list.json --out new")).code).toBe(0);
      expect(await project.read("new/src/tools.ts")).toContain('"notes.drop_note"');
    }
    await project.edit("new/contracts/notes.yaml", (text) => text.slice(0, text.indexOf("  drop_note:")));
    await project.proviso("import list.json --out new");
    expect(await project.read("new/src/tools.ts")).not.toContain("drop_note");
    expect((await project.proviso("check", "new")).code).toBe(0);
  });

  test("changes nothing beside a contract that cannot be read", async () => {
    const project = await emptyProject();
    await project.proviso("import list.json --product notes --out new");
    await project.edit("new/contracts/notes.yaml", (text) => text.replace("tools:", "tools: ["));
    const before = await project.snapshot("new");
    const { code, out, err } = await project.proviso("import list.json --out new");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/contracts\/notes\.yaml:\d+: [\s\S]*nothing was changed/);
    expect(await project.snapshot("new")).toEqual(before);
  });

  test("of another product, or beside a broken configuration, is refused", async () => {
    const project = await emptyProject();
    const other = await project.proviso("import list.json --product notes");
    expect(other).toMatchObject({
      code: 2,
      err: expect.stringContaining("holds the contracts of `acme`, not of `notes`"),
    });
    await project.write("proviso.yaml", "proviso: 2");
    const broken = await project.proviso("import list.json");
    expect(broken).toMatchObject({
      code: 2,
      err: expect.stringContaining("has errors; `proviso check` shows them"),
    });
  });

  test.each([
    ["import --product notes --out new", "name one source of tools"],
    ["import list.json --http http://127.0.0.1:9/ --out new", "name one source of tools"],
    ["import list.json --header a:b --out new", "`--header` needs `--http`"],
    ["import nowhere.json --product notes --out new", "there is no file"],
    ["import proviso.yaml --product notes --out new", "is not a list of tools"],
    ["import empty.json --product notes --out new", "lists no tools"],
    ["import broken.json --product notes --out new", "is neither JSON nor YAML"],
    ["import list.json --out new", "`--product NAME`"],
    ["import list.json --out new --domain 42 --product notes", "`--domain` must be"],
    ["import list.json --product Notes --out new", "`--product` must be a word"],
    ["import list.json --product notes --out new --stdio", "name one source"],
    ["import --product notes --out new --stdio", "`--stdio` needs the command"],
    ["import --product notes --out new --http ftp://x", "`--http` must be a URL"],
    [
      "import --product notes --out new --http http://127.0.0.1:9 --header secret",
      "`--header` must be a name and a value",
    ],
  ])("`proviso %s` is wrong usage, and writes nothing", async (argv, message) => {
    const project = await emptyProject({ "empty.json": '{"tools":[]}', "broken.json": "{ a: [ }" });
    const before = await project.snapshot();
    const { code, err } = await project.proviso(argv);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain("secret");
    expect(await project.snapshot()).toEqual(before);
  });
});

test("an OpenAPI document in YAML becomes a project as well", async () => {
  const document = `openapi: 3.1.0
paths:
  /notes/{id}:
    delete: { operationId: dropNote, parameters: [{ name: id, in: path, required: true, schema: { type: string } }] }
`;
  const project = await emptyProject({ "api.yaml": document });
  expect((await project.proviso("import api.yaml --product notes --out new")).code).toBe(0);
  expect(await project.read("new/contracts/notes.yaml")).toContain(
    'deletes: "What `DELETE /notes/{id}` deletes."',
  );
  expect((await project.proviso("check", "new")).code).toBe(0);
});

describe("a server over stdio", () => {
  const start = `import --product shop --out new --stdio ${process.execPath} ${server}`;

  test("is asked for all pages, and ended", async () => {
    const project = await emptyProject();
    const { code, out } = await project.proviso(start);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("imported 2 tools") });
    expect(await project.read("new/contracts/shop.yaml")).toMatch(/ {2}one:[\s\S]* {2}two:/);
  });

  test("is started by the project in the folder of the import, from wherever the project is started", async () => {
    const project = await emptyProject({ "our server/server.mjs": await readFile(server, "utf8") });
    const command = ["--stdio", process.execPath, "server.mjs"];
    const { code } = await project.proviso(
      ["import", "--product", "shop", "--out", "../new", ...command],
      "our server",
    );
    expect(code).toBe(0);
    await symlink(
      fileURLToPath(new URL("../../node_modules", import.meta.url)),
      `${project.root}/new/node_modules`,
    );
    const call = `const { origin } = await import(${JSON.stringify(pathToFileURL(`${project.root}/new/src/origin.ts`))});
      const call = { signal: new AbortController().signal, failure: Error };
      console.log(JSON.stringify(await origin.call({ name: "one" }, {}, call)));
      await origin.close();`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", call], { cwd: tmpdir() });
    expect(await readText(child.stdout)).toBe('{"content":[{"type":"text","text":"did one"}]}\n');
  });

  test.each([
    ["broken", /the server ended before it listed its tools; it says:\nthere is no configuration/],
    ["leaving", /the server ended before it listed its tools; it says:\nthere is no account/],
    ["failing", /the server answers `tools\/list` with an error: not today/],
    ["endless", /in pages without end/],
  ])("that is %s is said, and nothing is written", async (mode, message) => {
    const project = await emptyProject();
    const before = await project.snapshot();
    const { code, err } = await project.proviso(`${start} ${mode}`);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(await project.snapshot()).toEqual(before);
  });

  test("that is not there is said", async () => {
    const project = await emptyProject();
    const { code, err } = await project.proviso(
      "import --product shop --out new --stdio no-such-program --product x",
    );
    expect(code).toBe(2);
    expect(err).toContain("`no-such-program` cannot be started");
  });

  test("may be started by an `npx` inside of another one's", async () => {
    vi.stubEnv("npm_config_package", "proviso");
    onTestFinished(() => void vi.unstubAllEnvs());
    const inner = "data:text/javascript,if(process.env.npm_config_package)process.exit(1)";
    const command = [process.execPath, "--import", inner, server];
    expect(await listToolsOfProcess(command, ".")).toHaveLength(2);
  });

  test("may use up so much, and is ended even if it does not want to", async () => {
    const command = [process.execPath, server, "stubborn"];
    const limits = { timeoutMs: 20_000, bytes: 10 };
    await expect(listToolsOfProcess(command, ".", limits)).rejects.toThrow("more than 0.00001 MB");
    const silent = [process.execPath, "-e", "setInterval(() => 0, 9)"];
    const late = listToolsOfProcess(silent, ".", { timeoutMs: 1, bytes: 10 });
    await expect(late).rejects.toThrow("within 1 millisecond");
  });
});

test("without the MCP client, a server cannot be asked, and the command says what to install", async () => {
  const { root } = await emptyProject();
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) {
      if (!name.startsWith("@modelcontextprotocol/")) return next(name, context);
      throw Object.assign(new Error(name), { code: "ERR_MODULE_NOT_FOUND" });
    } });`;
  const words = ["import", "--product", "notes", "--out", "new", "--http", "http://127.0.0.1:9/mcp"];
  const args = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, bin, ...words];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  const [err, [code]] = await Promise.all([readText(child.stderr), once(child, "close")]);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining("`npm install --save-dev @modelcontextprotocol/client`"),
  });
});

describe("a server over HTTP", () => {
  type Handler = (
    request: IncomingMessage,
    response: ServerResponse,
    message: { id?: number; method: string },
  ) => void;

  async function serve(handler: Handler): Promise<string> {
    const http = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      handler(request, response, text === "" ? { method: "end" } : JSON.parse(text));
    });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    onTestFinished(() => void http.close());
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  }

  const results: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "s", version: "1" } },
    "tools/list": { tools: JSON.parse(list) },
  };

  test.each(["application/json", "text/event-stream"])(
    "that answers with %s gets the headers and keeps its session",
    async (type) => {
      const seen: string[] = [];
      const url = await serve(({ headers }, response, { id, method }) => {
        seen.push(
          `${method} ${headers.authorization} ${headers["mcp-session-id"]} ${headers["mcp-protocol-version"]}`,
        );
        const body = JSON.stringify({ jsonrpc: "2.0", id, result: results[method] });
        const stream = `event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\r\n\r\nevent: message\r\ndata: ${body}\r\n\r\n`;
        response.writeHead(id === undefined ? 202 : 200, { "Content-Type": type, "Mcp-Session-Id": "s1" });
        response.end(id === undefined ? "" : type === "text/event-stream" ? stream : body);
      });
      const project = await emptyProject();
      const { code } = await project.proviso(
        `import --product notes --out new --http ${url} --header Authorization:one --header X-A:b`,
      );
      expect(code).toBe(0);
      expect(seen).toEqual([
        "initialize one undefined undefined",
        "notifications/initialized one s1 2025-11-25",
        "tools/list one s1 2025-11-25",
        "end one s1 2025-11-25",
      ]);
      expect(await project.read("new/contracts/notes.yaml")).toContain("drop_note");
    },
  );

  test.each<[string, Handler, RegExp]>([
    [
      "asks for authorization",
      (_, response) => void response.writeHead(401).end(),
      /asks for authorization \(401\); give it with `--header/,
    ],
    [
      "has moved",
      (_, response) => void response.writeHead(302, { Location: "http://127.0.0.1:9/" }).end(),
      /moved to http:\/\/127\.0\.0\.1:9\/; use that/,
    ],
    [
      "refuses",
      (_, response, { id }) =>
        void response.writeHead(400).end(JSON.stringify({ id, error: { message: "bad session" } })),
      /answers with status 400: bad session/,
    ],
    [
      "speaks an older protocol",
      (_, response) => void response.writeHead(405).end(),
      /takes no requests at this address \(405\); where it speaks the older HTTP with SSE, use `--stdio npx -y mcp-remote URL`/,
    ],
    [
      "answers with something else",
      (_, response) => void response.end("<html>"),
      /does not answer `initialize`/,
    ],
    ["hangs up", (request) => void request.socket.destroy(), /cannot be reached: /],
  ])("that %s is said, and nothing is written", async (_, handler, message) => {
    const url = await serve(handler);
    const project = await emptyProject();
    const before = await project.snapshot();
    const { code, err } = await project.proviso(`import --product notes --out new --http ${url}`);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(await project.snapshot()).toEqual(before);
  });
});
