// The code on the pages of tools, from the same function as on the site.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";

const here = new URL("../", import.meta.url);
const folder = new URL(".work/page-code/", here);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Code {
  readonly id: string;
  readonly language: string;
  readonly code: string;
}

/** Loaded when the test runs: this package does not depend on the site. */
const { callCodes } = (await import(new URL("../../packages/site/src/calls/call-code.ts", here).href)) as {
  callCodes(call: object): readonly Code[];
};

const { client, tools } = JSON.parse(
  readFileSync(new URL("../../packages/generated/docs/calls.json", here), "utf8"),
) as { client: object; tools: Readonly<Record<string, object>> };
const codes = Object.entries(tools).flatMap(([name, call]) =>
  callCodes({ name, ...call, client }).map((code) => ({ name, ...code })),
);

/** What the page Guard an agent sets up. `model` is a model of the framework. */
const given: Readonly<Record<string, string>> = {
  typescript: `import type { GuardOptions } from "@proviso/client";
import type { McpConnection } from "@proviso/client/codegen1";
declare const connection: McpConnection;
declare const confirm: NonNullable<GuardOptions["confirm"]>;
`,
  "ai-sdk": `import type { BackofficeClient } from "@backoffice/client";
import type { LanguageModel } from "ai";
declare const backoffice: BackofficeClient;
declare const model: LanguageModel;
`,
  "openai-agents": `import type { BackofficeClient } from "@backoffice/client";
import type { Model } from "@openai/agents";
declare const backoffice: BackofficeClient;
declare const model: Model;
`,
  langchain: `import type { BackofficeClient } from "@backoffice/client";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
declare const backoffice: BackofficeClient;
declare const model: BaseChatModel;
`,
};

/** The errors of a compilation of modules: name to text. */
function errorsOf(modules: ReadonlyMap<string, string>): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const config = {
    extends: "../../test/tsconfig.json",
    compilerOptions: { rootDir: "../.." },
    include: ["."],
  };
  writeFileSync(new URL("tsconfig.json", folder), JSON.stringify(config));
  for (const [name, text] of modules) writeFileSync(new URL(`${name}.ts`, folder), text);
  try {
    execFileSync("tsc", ["-p", ".work/page-code/tsconfig.json"], { cwd: here, stdio: "pipe" });
    return [];
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
      .trim()
      .split("\n");
  }
}

describe("the TypeScript of every tool's page", () => {
  const typescript = codes.filter(({ language }) => language === "ts");
  const modules = new Map(typescript.map(({ name, id, code }) => [`${name}.${id}`, `${given[id]}${code}\n`]));

  test("compiles against the generated packages and the frameworks", () => {
    expect(modules.size).toBe(Object.keys(tools).length * 4);
    expect(errorsOf(modules)).toEqual([]);
  });

  test("would not compile with an argument that the contract does not know", () => {
    const [[name = "", text = ""] = []] = [...modules].filter(
      ([each]) => each === "customers.delete.typescript",
    );
    const wrong = text.replace("customerId:", "customer:");
    expect(wrong).not.toBe(text);
    expect(errorsOf(new Map([[name, wrong]]))).toEqual([expect.stringMatching(/customer/)]);
  });
});
