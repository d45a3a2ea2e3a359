#!/usr/bin/env node
import process from "node:process";

try {
  const { main } = await import("../dist/main.js");
  await main();
} catch (error) {
  // What cannot be loaded is no finding, and Node.js would exit with 1.
  console.error(`proviso: this installation is broken; install it again\n${error}`);
  process.exitCode = 3;
}
