// Books once for each idempotency key: a file of that name. `bookings.mjs HOW` says how it breaks that.
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isHonest, serve, structured, tool } from "./serve.mjs";

const how = process.argv[2];
const known = new Map();
let count = 0;

function book(key, seats) {
  const file = isHonest ? encodeURIComponent(key) : `${process.pid}-${count++}`;
  try {
    writeFileSync(`${file}.txt`, String(seats), { flag: "wx" });
  } catch {
    // The file is there: it was booked before.
  }
  return { booked: Number(readFileSync(`${file}.txt`, "utf8")) };
}

serve(
  [tool("book", { seats: { type: "integer", minimum: 1, maximum: 100 } })],
  async ({ seats }, { meta }) => {
    const key = meta["dev.proviso/idempotencyKey"] ?? `none-${process.pid}-${count++}`;
    if (isHonest || how === "with-key") return structured(book(key, seats));
    // `after-kill` forgets with its process, and `concurrently` waits before it remembers.
    if (known.has(key)) return structured(known.get(key));
    if (how === "concurrently") await setTimeout(30);
    known.set(key, book(key, seats));
    return structured(known.get(key));
  },
);
