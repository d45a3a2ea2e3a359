#!/usr/bin/env node
import * as nodeModule from "node:module";

// Exits without freeing the heap, which takes longer. A waiting program has set no exit code.
process.once("beforeExit", () => process.exit(process.exitCode ?? 3));
try {
  const { requireNode } = await import("@proviso/terminal/node-version.js");
  requireNode(import.meta.url);
  // Without it, most of a short run is Node.js compiling the same modules again.
  nodeModule.enableCompileCache();
  const { main } = await import("#main");
  await main();
} catch (error) {
  // Node.js would exit with 1, which means findings.
  console.error(`proviso: this installation is broken; install it again\n${error}`);
  process.exitCode = 3;
}
