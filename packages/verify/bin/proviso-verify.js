#!/usr/bin/env node
import * as nodeModule from "node:module";
import { requireNode } from "./node-version.js";

requireNode();
// Most of the start is the compilation of modules.
nodeModule.enableCompileCache();
const { main } = await import("#main");
await main();
