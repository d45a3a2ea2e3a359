#!/usr/bin/env node
import { requireNode } from "./node-version.js";

requireNode();
const { main } = await import("#main");
await main();
