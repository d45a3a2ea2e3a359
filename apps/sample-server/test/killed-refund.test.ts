import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openOnDisk, refund } from "./fixtures/on-disk.ts";

const dyingRefund = fileURLToPath(new URL("fixtures/dying-refund.ts", import.meta.url));

/** Longer than the lease of a call whose process no longer renews it. */
const laterMs = 60_000;

test("a refund whose process was killed after the ledger had it is told to whoever repeats it, and paid once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "backoffice-"));
  const child = spawn(process.execPath, [dyingRefund, folder], { stdio: ["ignore", "inherit", "inherit"] });
  expect((await once(child, "exit"))[1]).toBe("SIGKILL");

  const { call, close, database } = await openOnDisk(folder, laterMs);
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  const output = { orderId: "ord_0003", amount: refund.amount, status: "delivered" };
  for (let time = 0; time < 2; time++)
    expect(await call("orders.refund", refund)).toMatchObject({ kind: "completed", replayed: true, output });
  const paid = await database
    .selectFrom("transactions")
    .select(["cents"])
    .where("orderId", "=", "ord_0003")
    .where("callId", "is not", null)
    .execute();
  expect(paid).toEqual([{ cents: 1000 }]);
});
