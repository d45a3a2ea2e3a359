// Pays once for the same arguments, which it remembers in a file. `payments.mjs HOW` says how it breaks that.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isHonest, serve, structured, tool } from "./serve.mjs";

const how = process.argv[2];
const file = "known.json";
const all = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [index + 1, { paid: index }]));
/** `always-known` has paid all before it started. */
const known = () =>
  how === "always-known" ? all : existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const under = new Map();
let count = 0;

/** `after-kill` pays long before it remembers, and so it does not know after a crash that it has paid. Who keeps the word pays into a file of the key: paid again, it is the same. */
async function pay(key) {
  writeFileSync(isHonest ? `paid-${key}.txt` : `paid-${process.pid}-${count++}.txt`, key);
  if (how === "after-kill") await setTimeout(400);
  const paid = { paid: Object.keys(known()).length };
  writeFileSync(file, JSON.stringify({ ...known(), [key]: paid }));
  return paid;
}

serve([tool("pay", { invoice: { type: "integer", minimum: 1, maximum: 9 } })], async ({ invoice }) => {
  const key = String(invoice);
  const done = known()[key];
  const _meta = { "dev.proviso/outcome": { replayed: true } };
  if (done) return { ...structured(done), _meta };
  if (how === "concurrently") await setTimeout(30);
  else if (under.has(key)) return structured(await under.get(key));
  under.set(key, pay(key));
  return structured(await under.get(key));
});
