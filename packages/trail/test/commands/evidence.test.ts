import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { type AuditSink } from "@proviso/server";
import { jsonlFile } from "../audit/jsonl-file.ts";
import { readEvent, sqliteAudit } from "../../src/index.ts";
import { postgresAudit } from "../../src/postgres.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { canonicalJson, type JsonObject } from "@proviso/manifest";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { audit, succeed } from "./run-audit.ts";
import { entry, newKeys, recordApprovedCall, temporaryFolder } from "./trails.ts";

const [keys, stranger] = [newKeys(), newKeys()];
const signing = { key: keys.key };
const verifier = join(import.meta.dirname, "../../verify-evidence.mjs");
const sampleLock = join(import.meta.dirname, "../../../../proviso.lock");

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

let [folder, publicKey] = ["", ""];
beforeEach(() => {
  folder = temporaryFolder();
  publicKey = join(folder, "audit.pub");
  writeFileSync(publicKey, keys.publicKey);
});

/** Runs the verifier as its user does. */
async function prove(
  proof: string,
  key = publicKey,
): Promise<{ readonly code: number; readonly out: string }> {
  const ran = promisify(execFile)(process.execPath, [verifier, proof, key]);
  return ran.then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, out: stdout }),
  );
}

interface Bundle {
  readonly call: string;
  readonly contract?: unknown;
  readonly runs: readonly { readonly links: readonly unknown[]; readonly anchor: { readonly as: string } }[];
}

/** The checks of the verifier, in this process. */
const { checkEvidence } = (await import(verifier)) as {
  readonly checkEvidence: (bundle: unknown, publicKeys: readonly string[]) => object;
};
const isProved = (bundle: unknown): boolean => {
  try {
    return Object.keys(checkEvidence(bundle, [keys.publicKey])).length > 0;
  } catch {
    return false;
  }
};

const sinks: Readonly<Record<string, () => Promise<readonly [source: string, sink: AuditSink]>>> = {
  async jsonl() {
    const file = join(folder, "trail.jsonl");
    return [file, jsonlFile({ file, signing })];
  },
  async sqlite() {
    const file = join(folder, "trail.db");
    return [file, sqliteAudit({ file, signing })];
  },
  async postgres() {
    cluster ??= startCluster();
    const connectionString = await (await cluster).createDatabase();
    return [connectionString, await postgresAudit({ connectionString, signing })];
  },
};

/** A trail with the calls of others around an approved one, whose id and proof are returned. */
async function recorded(place: string): Promise<{ readonly source: string; readonly bundle: Bundle }> {
  const [source = "", sink] = (await sinks[place]?.()) ?? [];
  if (!sink) throw new Error(`no ${place}`);
  for (const id of ["o-1", "o-2"]) await sink.append(entry(id, { input: { secret: "of others" } }));
  await recordApprovedCall({ append: (one) => sink.append(one), close: async () => {} }, "a  b");
  for (const id of ["o-3", "o-4"]) await sink.append(entry(id, { input: { secret: "of others" } }));
  await sink.close();
  const lines = (await succeed("export", source)).split("\n").map((line) => readEvent(JSON.parse(line)));
  const id = lines.find((record) => record?.kind === "approval")?.callId ?? "";
  const { out } = await audit("evidence", source, id);
  return { source, bundle: JSON.parse(out) as Bundle };
}

describe.each(Object.keys(sinks))("in %s", (place) => {
  test("a call is proved without the trail, and without what others did", async () => {
    const { bundle } = await recorded(place);
    const proof = join(folder, "proof.json");
    writeFileSync(proof, JSON.stringify(bundle));
    const { code, out } = await prove(proof);
    expect(code).toBe(0);
    expect(out).toContain("PROVED");
    expect(out).toContain('"principal":{"id":"anna","kind":"agent","tenant":"acme"}');
    for (const kind of ["intent", "approval", "input_required"])
      expect(out).toContain(`note.created.${kind}`);
    expect(JSON.stringify(bundle)).not.toContain("of others");
    writeFileSync(publicKey, stranger.publicKey);
    expect(await prove(proof)).toMatchObject({ code: 1, out: expect.stringContaining("NOT PROVED") });
  });

  test("no field of a proof can be changed, removed or added", async () => {
    const { bundle } = await recorded(place);
    expect(isProved(bundle)).toBe(true);
    const altered = [...alterations(bundle)];
    expect(altered.length).toBeGreaterThan(80);
    for (const [what, changed] of altered) expect([what, isProved(changed)]).toEqual([what, false]);
  });
});

test("no record of a call can be replaced by its digest", async () => {
  const { bundle } = await recorded("sqlite");
  const digestOf = ({ hash: _hash, previoushash: _previous, ...content }: JsonObject): string =>
    createHash("sha256").update(canonicalJson(content)).digest("base64url");
  let count = 0;
  for (const [at, { links }] of bundle.runs.entries())
    for (const [index, item] of links.entries()) {
      // The first one of a run begins it, and one of another call is no part of this.
      if (index === 0 || !JSON.stringify(item).includes(`"id":"${bundle.call}.`)) continue;
      const hidden = replaced(bundle, ["runs", at, "links", index], digestOf(item as JsonObject));
      expect([JSON.stringify(item), isProved(hidden)]).toEqual([JSON.stringify(item), false]);
      count += 1;
    }
  expect(count).toBeGreaterThan(1);
});

test("a call without an outcome is not proved", async () => {
  const file = join(folder, "trail.db");
  const sink = sqliteAudit({ file, signing });
  await sink.append(entry("call-1"));
  await sink.close();
  expect(await audit("evidence", file, "call-1")).toMatchObject({
    code: 2,
    err: expect.stringContaining("has no outcome yet"),
  });
});

type Path = readonly (string | number)[];

/** Every value of a proof, changed or removed, and every object with a field more. */
function* alterations(
  root: unknown,
  value: unknown = root,
  path: Path = [],
): Generator<readonly [string, unknown]> {
  const at = (next: unknown): unknown => replaced(root, path, next);
  const name = path.join("/");
  if (typeof value === "object" && value !== null) {
    if (!Array.isArray(value)) yield [`${name} with a field more`, at({ ...value, more: 1 })];
    for (const [key, inner] of Object.entries(value)) {
      const rest = Array.isArray(value)
        ? value.toSpliced(Number(key), 1)
        : Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
      // A proof of fewer records is one too: without a run, or without the first records of one.
      const isWhole = path[0] !== "runs" || (path.length !== 1 && !(path[2] === "links" && key === "0"));
      if (isWhole) yield [`${name} without ${key}`, at(rest)];
      yield* alterations(root, inner, [...path, key]);
    }
  } else if (typeof value === "number") yield [name, at(value + 1)];
  else if (typeof value === "boolean") yield [name, at(!value)];
  else {
    yield [name, at(`${String(value)}x`)];
    yield [`${name} begins otherwise`, at(`~${String(value).slice(1)}`)];
  }
}

function replaced(root: unknown, [step, ...rest]: Path, next: unknown): unknown {
  if (step === undefined) return next;
  if (Array.isArray(root)) return root.with(Number(step), replaced(root[Number(step)], rest, next));
  const record = root as Record<string, unknown>;
  return { ...record, [step]: replaced(record[step], rest, next) };
}

test("the text of the contract is in the proof, if a lock has it", async () => {
  const lock = readFileSync(sampleLock, "utf8");
  const [, block = ""] = /^ {2}emails\.send_external:\n((?: {4}.*\n)+)/m.exec(lock) ?? [];
  const [, contractHash = ""] = /^ {4}hash: "(\w+)"/m.exec(block) ?? [];
  const file = join(folder, "trail.db");
  const sink = sqliteAudit({ file, signing });
  const call = { tool: "emails.send_external", event: "email.external.sent" };
  await sink.append(entry("call-1", { ...call, contractHash }));
  await sink.append(entry("call-1", { ...call, kind: "outcome", outcome: "completed" }));
  await sink.close();
  const proof = join(folder, "proof.json");
  await succeed("evidence", file, "call-1", "--lock", sampleLock, "--to", proof);
  expect(statSync(proof).mode & 0o777).toBe(0o600);
  const bundle = JSON.parse(readFileSync(proof, "utf8")) as Bundle;
  expect(bundle.contract).toMatchObject({ facts: { name: "emails.send_external" } });
  expect((await prove(proof)).code).toBe(0);
  for (const [what, changed] of alterations(bundle.contract))
    expect([what, isProved({ ...bundle, contract: changed })]).toEqual([what, false]);
  expect(await audit("evidence", file, "call-1", "--lock", sampleLock, "--to", proof)).toMatchObject({
    code: 2,
    err: expect.stringContaining("exists: name another file"),
  });
  const other = join(folder, "other.lock");
  writeFileSync(other, lock.replace(block, block.replace('riskLevel: "', 'riskLevel: "x')));
  const { out, err } = await audit("evidence", file, "call-1", "--lock", other);
  expect(err).toContain(`no lock contains the contract ${contractHash}`);
  expect(JSON.parse(out)).not.toHaveProperty("contract");
});

test("a trail that is not signed proves nothing, and a broken one neither", async () => {
  const file = join(folder, "trail.jsonl");
  const sink = jsonlFile({ file });
  for (const id of ["call-1", "call-2"]) await sink.append(entry(id));
  await sink.close();
  expect(await audit("evidence", file, "call-1")).toMatchObject({
    code: 2,
    err: expect.stringContaining("not signed"),
  });
  writeFileSync(file, readFileSync(file, "utf8").replace("file.read", "file.gone"));
  expect(await audit("evidence", file, "call-1")).toMatchObject({
    code: 2,
    err: expect.stringContaining("is broken"),
  });
});

test("the verifier imports nothing but Node.js, and has few lines", () => {
  const text = readFileSync(verifier, "utf8");
  expect([...text.matchAll(/from "([^"]+)"/g)].every(([, name = ""]) => name.startsWith("node:"))).toBe(true);
  expect(text).not.toMatch(/\bimport\(|\brequire\(/);
  const lines = text.split("\n").filter((line) => !/^\s*(\/\/|\/\*\*|$)/.test(line));
  expect(lines.length).toBeLessThan(140);
});
