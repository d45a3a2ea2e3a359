// What the commands print of programs, and of the calls that they make.
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonlFile } from "../audit/jsonl-file.ts";
import { succeed } from "./run-audit.ts";
import { entry, temporaryFolder } from "./trails.ts";

test("a call of a set shows who approved it, a program its calls, and a collected call that it has not run", async () => {
  const program = { tool: "programs.run", kind: "outcome" } as const;
  const refund = { tool: "orders.refund", program: "p-01" };
  const refused = { outcome: "refused", failure: "confirmation_required" };
  const approvers = [{ id: "mia", via: "inbox", at: "2026-01-01T00:00:00.000Z" }];
  const file = join(temporaryFolder(), "audit.jsonl");
  const sink = jsonlFile({ file });
  for (const each of [
    entry("plan", { ...refund, kind: "precheck", ...refused }),
    entry("p-01", { ...program, outcome: "refused", failure: "approval_pending" }),
    entry("p-02", { ...program, kind: "approval", approvers }),
    entry("call", { ...refund, kind: "approval", via: "set", set: "p-02" }),
    entry("call", { ...refund, kind: "outcome", outcome: "completed" }),
    entry("p-02", { ...program, outcome: "completed" }),
    entry("c-99"),
  ])
    await sink.append(each);
  await sink.close();
  const show = (id: string) => succeed("show", file, id);
  expect(await show("call")).toMatch(
    /its set was approved with call p-02\n.*\n {2}.*\n {2}approved by mia, inbox/s,
  );
  expect(await show("plan")).toContain("collected by its program, not run");
  expect(await show("p-01")).toMatch(/calls of this program:\n.*collected by.*\n.*approval\n.*completed$/);
  expect(await show("p-02")).toMatch(/calls of this program:\n.* call .*approval$/);
  const lines = await succeed("export", file, "--program", "p-01", "--format", "csv");
  const ids = lines
    .split("\n")
    .slice(1)
    .map((line) => line.split(",")[4]);
  expect(ids).toEqual(["plan", "p-01", "call", "call"]);
});
