// Forwards every message between its host and the command in its arguments, under ids of its own, and checks nothing.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import process from "node:process";

const [command, ...args] = process.argv.slice(2);
const upstream = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const ids = new Map();
let last = 0;

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method !== undefined && message.id !== undefined) {
      ids.set(++last, message.id);
      message.id = last;
    }
    upstream.stdin.write(`${JSON.stringify(message)}\n`);
  })
  .on("close", () => upstream.stdin.end());
createInterface({ input: upstream.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  const id = ids.get(message.id);
  ids.delete(message.id);
  process.stdout.write(`${JSON.stringify({ ...message, id })}\n`);
});
