import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookAtDisk } from "../src/incremental/stamped-disk.ts";
import { openStore } from "../src/incremental/store.ts";
import { generateProject } from "../src/output/generate-project.ts";
import { checkProject } from "../src/project/check-project.ts";
import { findProject } from "../src/disk/find-project.ts";
import { createProject } from "./project.ts";

test("a contract that appears while a check goes on is checked by the next", async () => {
  const project = await createProject();
  const place = await findProject(project.root, undefined);
  const [store, disk] = [openStore(place), lookAtDisk(place.root)];
  await disk.matches(["contracts/*.yaml"]);
  await project.write("contracts/wrong.yaml", "proviso: 1\n");
  const { contracts } = await checkProject(place, { store, disk }, { isFixing: false, hosts: [] });
  store.save();
  expect(contracts).toBe(2);
  expect((await project.proviso("check")).err).toContain("contracts/wrong.yaml");
});

test("a runtime that joins the workspace while files are written counts for the next run", async () => {
  const project = await createProject({ "pnpm-workspace.yaml": "packages: [packages/*]\n" });
  const place = await findProject(project.root, undefined);
  const [store, disk] = [openStore(place), lookAtDisk(place.root)];
  const options = { isDryRun: false, isFromScratch: false, store, disk };
  await generateProject(place, {
    ...options,
    progress(text) {
      if (text !== "writing") return;
      mkdirSync(join(project.root, "packages/server"), { recursive: true });
      writeFileSync(join(project.root, "packages/server/package.json"), '{ "name": "@proviso/server" }\n');
    },
  });
  store.save();
  const { code, out } = await project.proviso("generate --check --explain");
  expect(out).toContain("changed since the last run: the packages of the workspace");
  expect(code).toBe(1);
});
