#!/usr/bin/env node
import { requireNode } from "@proviso/terminal/node-version.js";

requireNode(import.meta.url);
await import("#main");
