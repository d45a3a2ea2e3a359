// Compiles what comes over standard input, in a process of its own: a hang or a flood of memory ends it, not the tests.
import { text } from "node:stream/consumers";
import process from "node:process";
import { compile, type SourceText } from "../../src/index.ts";
import { fragmentRules } from "../fragment-rules.ts";

const sources = JSON.parse(await text(process.stdin)) as readonly SourceText[];
const { model, diagnostics } = compile(sources, { rules: fragmentRules });
process.stdout.write(JSON.stringify({ isAccepted: model !== undefined, diagnostics }));
