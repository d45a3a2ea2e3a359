#!/usr/bin/env node
import { requireNode } from "./node-version.js";

requireNode();
await import("#main");
