// The engine as the server uses it, over a real PostgreSQL.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startCluster, type Cluster } from "@proviso/postgres";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { dbos } from "../src/dbos.ts";

let cluster: Cluster;
let connectionString: string;
beforeAll(async () => {
  cluster = await startCluster();
  connectionString = await cluster.createDatabase();
});
afterAll(() => cluster?.remove());

async function open() {
  const warnings: string[] = [];
  const engine = await dbos({ connectionString, onWarning: (message) => warnings.push(message) });
  onTestFinished(() => engine.close());
  return { engine, warnings };
}

test("a work runs once, and its result stays", async () => {
  const { engine } = await open();
  const ran: string[] = [];
  const step = async (name: string) => {
    ran.push(name);
    return `result of ${name}`;
  };
  const run: Parameters<typeof engine.start>[1] = async (take) =>
    `${await take("one", () => step("one"))}, ${await take("two", () => step("two"))}`;
  await engine.start("w1", run);
  expect(await engine.result("w1")).toBe("result of one, result of two");
  await engine.start("w1", run);
  expect(await engine.result("w1")).toBe("result of one, result of two");
  expect(ran).toEqual(["one", "two"]);
  expect(await engine.status("w1")).toEqual({ done: ["one", "two"] });
  expect(await engine.status("other")).toBeUndefined();
});

test("a work that failed goes on after its last step without an error", async () => {
  const { engine } = await open();
  const ran: string[] = [];
  let isBroken = true;
  const run: Parameters<typeof engine.start>[1] = async (take) => {
    const one = await take("one", async () => `one ${ran.push("one")}`);
    const two = await take("two", async () => {
      ran.push("two");
      if (isBroken) throw new Error("broken");
      return "two";
    });
    return `${one} ${two}`;
  };
  await engine.start("w2", run);
  await expect(engine.result("w2")).rejects.toThrow("broken");
  expect(await engine.status("w2")).toEqual({ done: ["one"] });
  isBroken = false;
  await engine.start("w2", run);
  expect(await engine.result("w2")).toBe("one 1 two");
  expect(ran).toEqual(["one", "two", "two"]);
});

test("a work that is cancelled stops before its next step, and can be continued", async () => {
  const { engine } = await open();
  const ran: string[] = [];
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const run: Parameters<typeof engine.start>[1] = async (take) => {
    await take("one", async () => {
      ran.push("one");
      if (ran.length === 1) await promise;
      return "";
    });
    return take("two", async () => `two ${ran.push("two")}`);
  };
  await engine.start("w3", run);
  await expect.poll(() => ran).toEqual(["one"]);
  await engine.cancel("w3");
  resolve(undefined);
  await expect(engine.result("w3")).rejects.toThrow("cancelled");
  await engine.start("w3", run);
  expect(await engine.result("w3")).toMatch(/^two/);
  expect(ran.filter((name) => name === "two")).toEqual(["two"]);
});

test("a work that does not start is not kept in memory", async () => {
  const { engine } = await open();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const begin = async () => {
    const run = async () => "";
    // PostgreSQL takes no such text.
    await expect(engine.start("w4\0", run)).rejects.toThrow("invalid byte sequence");
    return new WeakRef(run);
  };
  const run = await begin();
  await expect
    .poll(() => {
      collect();
      return run.deref() === undefined;
    })
    .toBe(true);
});

test("DBOS is one for a process", async () => {
  await open();
  await expect(dbos({ connectionString })).rejects.toThrow("one for a process");
});
