// What a contender costs: hand-written lines, processor time of its process for 1,000 reads, bytes of its list, memory.
import { readFileSync } from "node:fs";
import { ShopProcess } from "./shop-process.mjs";

const reads = 1_000;

const bytesOf = (value) => JSON.stringify(value).length;

/** Lines that say something: neither empty nor only a comment. */
function linesOf(file) {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim());
  return lines.filter((line) => line !== "" && !/^(\/\/|#|\/?\*)/.test(line)).length;
}

export async function measure(contender) {
  const shop = await ShopProcess.start(contender);
  try {
    const connection = await shop.connect();
    const list = await connection.list();
    const listBytes = bytesOf(list);
    // What hosts commonly pass to a model.
    const modelBytes = bytesOf(
      list.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
    const factBytes = listBytes - bytesOf(list.map(({ _meta, ...tool }) => tool));
    const planBytes = bytesOf(list) - bytesOf(list.filter(({ name }) => !name.endsWith("_plan")));
    for (let i = 0; i < reads; i++) await connection.call("shop_order", { orderId: "ord_1" });
    const before = shop.cpuMs();
    for (let i = 0; i < reads; i++) await connection.call("shop_order", { orderId: "ord_1" });
    const cpu = shop.cpuMs() - before;
    const status = readFileSync(`/proc/${shop.child.pid}/status`, "utf8");
    const memory = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1_024);
    const lines = contender.counted.map(linesOf).reduce((sum, each) => sum + each, 0);
    return { lines, cpu, listBytes, modelBytes, factBytes, planBytes, memory };
  } finally {
    await shop.close();
  }
}
