#!/usr/bin/env node
import { requireNode } from "@proviso/terminal/node-version.js";

requireNode(import.meta.url);
const { main } = await import("#main");
await main();
