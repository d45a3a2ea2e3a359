import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonlFile } from "../audit/jsonl-file.ts";
import { succeed } from "./run-audit.ts";
import { entry, newKeys, temporaryFolder } from "./trails.ts";

test("verify names the public key that lies beside the trail", async () => {
  const [folder, { key, publicKey }] = [temporaryFolder(), newKeys()];
  const file = join(folder, "audit.jsonl");
  const sink = jsonlFile({ file, signing: { key } });
  await sink.append(entry("c-001"));
  await sink.close();
  expect(await succeed("verify", file)).toContain("signed; give --key to check the signature");
  const beside = join(folder, "audit.pub");
  writeFileSync(beside, publicKey);
  expect(await succeed("verify", file)).toContain(`signed; give --key ${beside} to check the signature`);
  expect(await succeed("verify", file, "--key", beside)).toContain("the signature is valid");
});
