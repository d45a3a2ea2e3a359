import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "./page.ts";
import { copyProduct, type ProductCopy } from "./product-copy.ts";

const cli = "packages/cli/bin/proviso.js";
const tsc = "node_modules/typescript/bin/tsc";

let product: ProductCopy;
let blocks: ReadonlyMap<string, string>;

beforeAll(async () => {
  product = await copyProduct();
  // A block with a title is for the file of that name.
  const titled = (await codeBlocks("add-a-tool")).filter(({ title }) => title !== "");
  blocks = new Map(titled.map(({ title, text }) => [title, text]));
});

afterAll(() => product.remove());

/** Puts a block of the page below the first line that matches. */
async function insert(path: string, below: RegExp): Promise<void> {
  const file = join(product.folder, path);
  const text = await readFile(file, "utf8");
  const line = below.exec(text)?.[0];
  const block = blocks.get(path);
  if (line === undefined || block === undefined)
    throw new Error(`the page has no place or no text for ${path}`);
  await writeFile(
    file,
    text.replace(line, () => `${line}\n${block}`),
  );
}

const build = (project: string) => product.run(tsc, "-p", project, "--noEmitOnError");

describe("the page's five steps", () => {
  it("starts from a product that is up to date and builds", async () => {
    expect(await product.run(cli, "generate", "--check")).toMatchObject({ code: 0 });
    for (const project of [
      "packages/generated/schemas",
      "packages/generated/server",
      "packages/generated/client",
      "apps/sample-server",
      "apps/sample-client",
    ]) {
      expect(await build(project)).toMatchObject({ code: 0, stdout: "" });
    }
  });

  it("lets the contract be written and generated", async () => {
    await insert("contracts/projects.yaml", /^tools:$/m);
    expect(await product.run(cli, "generate", "--check")).toMatchObject({ code: 1 });
    expect(await product.run(cli, "generate")).toMatchObject({ code: 0 });
    for (const side of ["schemas", "server", "client"])
      expect(await build(`packages/generated/${side}`)).toMatchObject({ code: 0, stdout: "" });
  });

  it("shows the missing handler as a type error", async () => {
    const { code, stdout } = await build("apps/sample-server");
    expect(code).not.toBe(0);
    expect(stdout).toContain("handlers/projects.ts");
    expect(stdout).toContain("Property 'countTasks' is missing");
  });

  it("builds once the handler is written", async () => {
    await insert("apps/sample-server/src/handlers/projects.ts", /^export const projects: .*$/m);
    expect(await build("apps/sample-server")).toMatchObject({ code: 0, stdout: "" });
  });

  it("calls the tool from the client", async () => {
    expect(await build("apps/sample-client")).toMatchObject({ code: 0, stdout: "" });
    const client = "tooling/tutorial/.work/apps/sample-client/bin/backoffice.js";
    const data = join(product.folder, ".data");
    const { stdout, code } = await product.run(
      client,
      "call",
      "projects.count_tasks",
      "projectId=prj_0001",
      "--data",
      data,
      "--json",
    );
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, ok: true, value: { open: 3, done: 0 } });
  });

  it("finds the tool on the site, among the tools that only read", async () => {
    const docs = join(product.folder, "packages/generated/docs");
    const readOnly = await readFile(join(docs, "by-safety/read-only.md"), "utf8");
    expect(readOnly).toContain("projects.count_tasks");
    expect(await readFile(join(docs, "tools/projects/count_tasks.md"), "utf8")).toContain(
      "Counts the open and finished tasks",
    );
  });
});
