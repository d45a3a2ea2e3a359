import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, toManifest } from "@proviso/compiler";
import { planDefinition, toolDefinition, withoutForbidden } from "@proviso/manifest";
import { describe, expect, onTestFinished, test } from "vitest";
import { readAgainst } from "../../src/operands/read-against.ts";
import { createProject, notes, tags, type TestProject } from "../project.ts";
import { changesIn } from "./changes.ts";

const lister = fileURLToPath(new URL("lister.mjs", import.meta.url));

type Listed = Record<string, unknown> & { _meta: Record<string, Record<string, unknown>> };

const planned = notes
  .replaceAll("notes", "plans")
  .replace("riskLevel: low", "riskLevel: critical")
  .replace("[{ creates: A note. }]", "[{ deletes: All notes. }]")
  .replace(
    "    owner: writing",
    "    owner: writing\n    dryRun: { mode: required, preview: { count: integer } }\n    rateLimit: { limit: 10, per: hour }\n    stepUpAuth: always\n    idempotency: { key: [text], onRepeat: Nothing more happens. }",
  );

/** The answer to `tools/list` of a server with these contracts. */
function listOf(...texts: readonly string[]): Listed[] {
  const sources = texts.map((text, index) => ({ path: `${index}.yaml`, text }));
  const { model, diagnostics } = compile(sources);
  if (!model) throw new Error(JSON.stringify(diagnostics));
  const sha256 = (text: string): Uint8Array => hash("sha256", text, "buffer");
  const { tools } = withoutForbidden(toManifest(model, { product: "acme", wireNames: "underscore" }));
  const all = tools.flatMap((tool) => [
    toolDefinition(tool, "underscore", sha256),
    planDefinition(tool, "underscore"),
  ]);
  return JSON.parse(JSON.stringify(all.filter((each) => each !== undefined)));
}

async function serve(list: unknown, files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  return createProject({ "contracts/plans.yaml": planned, "list.json": JSON.stringify(list), ...files });
}

/** `stdio:` with the command of the server. */
function stdio({ root }: TestProject, mode = ""): string {
  return `stdio:"${process.execPath}" "${lister}" "${join(root, "list.json")}" ${mode}`;
}

const all = [notes, tags, planned];

describe("a server over stdio", () => {
  test("that has the contracts here has no change, though it lists only a part of them", async () => {
    const project = await serve(listOf(...all));
    expect(
      changesIn(await project.proviso(["diff", "--against", stdio(project), "--format", "json"])),
    ).toEqual([]);
  });

  test("shows what changed in what it lists", async () => {
    const project = await serve(listOf(...all));
    await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[]"));
    const changes = changesIn(
      await project.proviso(["diff", "--against", stdio(project), "--format", "json"]),
    );
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      tool: "notes.create",
      safety: "loosened",
      file: "contracts/notes.yaml",
    });
  });

  test("shows that something changed in what it does not list, and no more", async () => {
    const project = await serve(listOf(...all));
    await project.edit("contracts/plans.yaml", (text) => text.replace("limit: 10", "limit: 10000"));
    expect(
      changesIn(await project.proviso(["diff", "--against", stdio(project), "--format", "json"])),
    ).toMatchObject([{ id: "unlisted-fields-changed", tool: "plans.create", safety: "loosened" }]);
    expect((await project.proviso("explain diff/unlisted-fields-changed")).out).toContain(
      "# unlisted-fields-changed",
    );
  });

  test("lists no forbidden tool, so that one here is no change", async () => {
    const forbidden = notes.replaceAll("notes", "secrets").replace("riskLevel: low", "riskLevel: forbidden");
    const project = await serve(listOf(...all), { "contracts/secrets.yaml": forbidden });
    expect(
      changesIn(await project.proviso(["diff", "--against", stdio(project), "--format", "json"])),
    ).toEqual([]);
  });

  test("may list tools without contracts, which are named and not compared", async () => {
    const project = await serve([
      ...listOf(...all),
      { name: "other\u001b[31m", inputSchema: { type: "object" } },
    ]);
    const { code, out, err } = await project.proviso(["diff", "--against", stdio(project)]);
    expect({ code, out: out.split(" since ")[0], err }).toEqual({
      code: 0,
      out: "no changes",
      err: "not compared, because the server lists no contract with them: other\\u{1b}[31m\nnext: `proviso generate`",
    });
  });

  test.each<readonly [string, (list: Listed[]) => unknown, RegExp]>([
    [
      "no contracts",
      (list) => list.map(({ _meta, ...tool }) => tool),
      /the server lists no contract with its tools; compare with/,
    ],
    ["no tools", () => [], /the server lists no tools/],
    ["no names", () => [{ inputSchema: {} }, 7, null], /the server lists no tools/],
    [
      "a contract without its rest",
      (list) => edited(list, (contract) => ({ ...contract, rest: 1 })),
      /has no hash of its rest/,
    ],
    [
      "a contract of another shape",
      (list) => edited(list, (contract) => ({ ...contract, confirmation: { kind: "perhaps" } })),
      /`notes.create` is no contract that this version knows: `confirmation/,
    ],
    [
      "a contract with another field",
      (list) => edited(list, (contract) => ({ ...contract, quota: 1 })),
      /additional properties `quota`/,
    ],
  ])("with %s is wrong usage", async (_, change, message) => {
    const project = await serve(change(listOf(notes)));
    const { code, err } = await project.proviso(["diff", "--against", stdio(project)]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  test("that never answers is given up", async () => {
    const project = await serve([]);
    const here = { format: 1, product: "acme", wireNames: "underscore", permissions: {}, tools: [] } as const;
    const place = { root: project.root, configFile: "proviso.yaml", configText: "" };
    const limits = { timeoutMs: 300, bytes: 1000 };
    const asked = readAgainst(stdio(project, "silent"), {
      cwd: project.root,
      place,
      here,
      headers: [],
      limits,
    });
    await expect(asked).rejects.toThrow("the server did not list its tools within 300 milliseconds");
  });
});

function edited(list: Listed[], change: (contract: Record<string, unknown>) => object): unknown {
  return list.map((tool) => ({
    ...tool,
    _meta: { ...tool._meta, "dev.proviso/contract": change(tool._meta["dev.proviso/contract"] ?? {}) },
  }));
}

test("a server at a URL is asked with the given headers", async () => {
  const project = await serve([]);
  const seen = new Set<string | undefined>();
  const server = createServer((request, response) => {
    seen.add(request.headers.authorization);
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { id, method } = JSON.parse(Buffer.concat(parts).toString("utf8"));
      if (id === undefined) return response.writeHead(202).end();
      const info = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "s", version: "1" },
      };
      const result = method === "initialize" ? info : { tools: listOf(...all) };
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  await project.edit("contracts/tags.yaml", (text) => text.replace("Create a tag", "Add a tag"));
  const words = ["diff", "--against", url, "--header", "Authorization: Bearer secret", "--format", "json"];
  expect(changesIn(await project.proviso(words))).toMatchObject([{ tool: "tags.create", path: "title" }]);
  expect([...seen]).toEqual(["Bearer secret"]);
});

test("headers go with a URL alone", async () => {
  const project = await createProject();
  const { code, err } = await project.proviso(["diff", "--against", "main", "--header", "A: b"]);
  expect([code, err]).toEqual([2, expect.stringContaining("`--header` goes with a URL")]);
});
