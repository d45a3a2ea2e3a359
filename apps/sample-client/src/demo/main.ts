import { playDemo } from "./play.ts";

process.exitCode = await playDemo((line) => void process.stdout.write(`${line}\n`));
