// The report that the page "Verify what a server does" shows is that of a server here, word for word.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { proviso } from "../run-program.ts";

const page = new URL("../../../../apps/docs/src/content/docs/verify.mdx", import.meta.url);

test("the page shows the report about a server that says it only reads", async () => {
  const [, shown = ""] = /```text title="(?:[^"]*)"\n([^]*?)```/.exec(readFileSync(page, "utf8")) ?? [];
  const server = fileURLToPath(new URL("../controls/reads-only.py", import.meta.url));
  const { code, out } = await proviso(["--disposable", "--", "python3", server]);
  expect(code).toBe(1);
  expect(out.trim()).toBe(shown.trim());
});
