// Books once for each idempotency key. `bookings.mjs HOW` says how it breaks that.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { serve, structured, tool } from "./serve.mjs";

const how = process.argv[2];
const keys = "keys.json";
const known = new Map(how !== "after-kill" && existsSync(keys) ? JSON.parse(readFileSync(keys, "utf8")) : []);

async function book(seats) {
  if (how === "concurrently") await setTimeout(30);
  appendFileSync("bookings.txt", `${seats}\n`);
  return { booked: seats };
}

serve(
  [tool("book", { seats: { type: "integer", minimum: 1, maximum: 100 } })],
  async ({ seats }, { meta }) => {
    const key = meta["dev.proviso/idempotencyKey"];
    if (key === undefined || how === "with-key") return structured(await book(seats));
    if (known.has(key)) return structured(known.get(key));
    // Known before the first wait, so that a call at the same time is the same booking.
    if (how !== "concurrently") known.set(key, { booked: seats });
    known.set(key, await book(seats));
    writeFileSync(keys, JSON.stringify([...known]));
    return structured(known.get(key));
  },
);
