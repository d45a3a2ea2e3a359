#!/usr/bin/env node
import { main } from "../dist/audit-cli/main.js";

await main();
