#!/usr/bin/env node
import * as nodeModule from "node:module";
import { requireNode } from "@proviso/terminal/node-version.js";

requireNode(import.meta.url);
// A host waits for the first answer, and most of the start is the compilation of modules.
nodeModule.enableCompileCache();
const { main } = await import("#main");
await main();
