#!/usr/bin/env node
import * as nodeModule from "node:module";
import { requireNode } from "./node-version.js";
import { findProgram } from "./program.js";

requireNode();
// Most of a short run is compiling libraries that are the same as the last time.
nodeModule.enableCompileCache();
// When nothing is left to do, nobody needs the heap to be taken apart. Whoever has not said how it ended has not ended.
process.once("beforeExit", () => process.exit(process.exitCode ?? 3));
try {
  const { main } = await import(findProgram());
  await main();
} catch (error) {
  // What cannot be loaded is no finding, and Node.js would exit with 1.
  console.error(`proviso: this installation is broken; install it again\n${error}`);
  process.exitCode = 3;
}
