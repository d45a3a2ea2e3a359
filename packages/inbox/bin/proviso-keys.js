#!/usr/bin/env node
import { requireNode } from "./node-version.js";

requireNode();
const { main } = await import("#keys");
await main();
