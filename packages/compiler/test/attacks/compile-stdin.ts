// Compiles standard input in a separate process, so that a hang or too much memory ends this process and not the tests.
import { text } from "node:stream/consumers";
import process from "node:process";
import { compile, type SourceText } from "../../src/index.ts";
import { fragmentRules } from "../fragment-rules.ts";

const sources = JSON.parse(await text(process.stdin)) as readonly SourceText[];
const { model, diagnostics } = compile(sources, { rules: fragmentRules });
process.stdout.write(JSON.stringify({ isAccepted: model !== undefined, diagnostics }));
