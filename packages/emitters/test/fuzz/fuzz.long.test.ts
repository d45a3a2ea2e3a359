import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compilerOptions, createEmittedFolder, type EmittedFolder, ports } from "../emitted-folder.ts";

/** Another seed: `PROVISO_FUZZ_SEED=7`. A failure prints its seed. */
const seed = Number(process.env["PROVISO_FUZZ_SEED"] ?? 20);
/** Each half stops by itself long before. */
const timeoutMs = 200_000;

let emitted: EmittedFolder;
beforeAll(() => {
  emitted = createEmittedFolder();
});
afterAll(() => emitted.remove());

interface Run {
  readonly end: string;
  readonly out: string;
  readonly err: string;
}

async function fuzz(): Promise<Run> {
  const script = join(import.meta.dirname, "run-fuzz.ts");
  const child = spawn(process.execPath, ["--max-old-space-size=512", script, String(seed), emitted.path], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  const ended = new Promise<string>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? `${code}`)),
  );
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { end: await ended, out, err };
}

function lastText(): string {
  const file = join(emitted.path, "last.yaml");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** The packages that were emitted, each of which may import the others of its contract. */
function pathsOf(names: readonly string[]): Record<string, string[]> {
  const entries = names.flatMap((at) =>
    ["schemas", "server", "client"].flatMap((name): [string, string[]][] => [
      [`@${at}/${name}`, [`./${at}/${name}/src/index.ts`]],
      [`@${at}/${name}/*`, [`./${at}/${name}/src/*.ts`]],
    ]),
  );
  return Object.fromEntries(entries);
}

test(
  `no contract ends the compiler, and what is emitted for those that it accepts type-checks (seed ${seed})`,
  async () => {
    const { end, out, err } = await fuzz();
    expect({ end, err, ...(end === "0" ? {} : { last: lastText() }) }).toEqual({ end: "0", err: "" });
    const counts = JSON.parse(out) as {
      texts: number;
      values: number;
      emitted: { texts: number; values: number };
    };
    expect(counts.texts).toBeGreaterThan(0);
    expect(counts.emitted.values).toBeGreaterThan(0);

    const names = globSync("{text,value}-*", { cwd: emitted.path });
    for (const name of names) emitted.write(`${name}/ports.ts`, ports);
    const options = { ...compilerOptions, paths: pathsOf(names) };
    emitted.write(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: options, include: ["text-*/**/*", "value-*/**/*"] }),
    );
    expect(emitted.tsc("-p", ".")).toBe("");
  },
  timeoutMs + 120_000,
);
