import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sqlite } from "../src/oracles/sqlite.ts";
import { ownFolder, reportOf, serverCommand } from "./run-program.ts";

test("a folder that is made anew keeps its packages, which are not watched, and nothing else", async () => {
  const [from, starts] = [ownFolder(), join(ownFolder(), "starts.txt")];
  mkdirSync(join(from, "node_modules"));
  for (const path of ["data.txt", "node_modules/package.txt"]) writeFileSync(join(from, path), "new");
  const contracts = fileURLToPath(new URL("controls/bookings.yaml", import.meta.url));
  const words = ["--disposable", "--trials", "1", "--copy", from, "--env", `STARTS=${starts}`];
  await reportOf([...words, "--contracts", contracts, "--", ...serverCommand("servers/packaged.mjs")]);
  expect(readFileSync(starts, "utf8").split("\n")).toEqual(
    expect.arrayContaining(["new,new", "used,used", "new,used"]),
  );
});

test("databases are looked for neither in packages nor behind links", async () => {
  const [folder, elsewhere] = [ownFolder(), ownFolder()];
  mkdirSync(join(folder, "node_modules"));
  new DatabaseSync(join(folder, "own.db")).exec("create table t (a); insert into t values (1)");
  for (const path of [join(folder, "node_modules"), elsewhere])
    writeFileSync(join(path, "other.db"), "no database");
  symlinkSync(elsewhere, join(folder, "linked"));
  const oracle = await sqlite({ options: {}, folder });
  expect(Object.keys((await oracle?.snapshot()) ?? {})).toEqual([expect.stringMatching(/^own\.db t/)]);
});
