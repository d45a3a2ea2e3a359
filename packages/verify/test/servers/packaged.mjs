// Writes where it was started: beside its data, among its packages, and in the file `STARTS` what it found of both.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { serve, structured, tool } from "../controls/serve.mjs";

const places = ["data.txt", "node_modules/package.txt"];
appendFileSync(
  process.env["STARTS"],
  `${places.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : "")).join()}\n`,
);
for (const path of places) writeFileSync(path, "used");

serve([tool("book", { seats: { type: "integer", minimum: 1, maximum: 100 } })], () =>
  structured({ booked: 1 }),
);
