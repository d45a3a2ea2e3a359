#!/usr/bin/env node
import { main } from "../dist/audit-program/main.js";

await main();
