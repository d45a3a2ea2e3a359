// Clients that know the address of the sample server alone. They find its issuer, register there and get a token.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { manifest } from "@backoffice/server";
import { freePort, startAuthorizationServer } from "@proviso/identity";
import { expect, onTestFinished, test } from "vitest";
import { playSigningIn } from "./play-client.ts";

const require = createRequire(import.meta.url);
const program = join(dirname(require.resolve("backoffice-server/package.json")), "bin/backoffice-server.js");

/** The sample server as its users start it, with a real issuer. */
async function serveSample(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), "proviso-clients-data-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const scopes = Object.keys(manifest.permissions);
  const issuer = await startAuthorizationServer({ resource: url, scopes });
  const options = ["--http", String(port), "--issuer", issuer.issuer, "--data", data];
  const child = spawn(process.execPath, [program, ...options], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
    await issuer.stop();
    rmSync(data, { recursive: true });
  });
  const [line] = (await once(createInterface({ input: child.stderr }), "line")) as [string];
  expect(line).toContain(`listening on ${url}`);
  return url;
}

test.each(["inspector", "mcp-remote"])("%s signs its person in", async (driver) => {
  const url = await serveSample();
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  expect(await playSigningIn(driver, { url, callback })).toEqual({ list: "yes", read: "yes" });
});
