// Compiles many generated contracts in a separate process, so that a hang or too much memory ends this process and not the tests.
// Arguments: seed, folder for what is emitted for those that are accepted. Prints how many of each there were.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { compile, fix, parse } from "@proviso/compiler";
import type { CompileResult, ContractModel, SourceText } from "@proviso/compiler";
import fc from "fast-check";
import { emitAll, rules } from "../emit-all.ts";
import { contractValue } from "./contract-values.ts";
import { mutatedText } from "./mutated-texts.ts";

const [seed = "", folder = ""] = process.argv.slice(2);
const budget = { interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false } as const;
const emittedLimit = 8;

interface Tally {
  readonly accepted: ContractModel[];
  compiled: number;
}

const compileAll = (sources: readonly SourceText[]): CompileResult => compile(sources, { rules });

/** Fixes need to run only once, and the text stays YAML. */
function checkFixes(source: SourceText): void {
  const { sources, fixed } = fix([source], compileAll);
  if (fixed.length === 0) return;
  if (fix(sources, compileAll).fixed.length > 0) throw new Error("a fix leaves another one");
  if (parse(source).tree && !sources.every((each) => parse(each).tree))
    throw new Error("a fix breaks the file");
}

/** For every text: findings have positions in it, and there is a model exactly if there is no error. */
function runAll(texts: fc.Arbitrary<string>, numRuns: number): Tally {
  const tally: Tally = { accepted: [], compiled: 0 };
  const holds = fc.property(texts, (text) => {
    // If the process is ended, this file holds the input that caused it.
    writeFileSync(join(folder, "last.yaml"), text);
    const source = { path: "fuzz.yaml", text };
    const { model, diagnostics } = compileAll([source]);
    if (diagnostics.some((each) => each.fix)) checkFixes(source);
    tally.compiled += 1;
    const hasErrors = diagnostics.some(({ severity }) => severity === "error");
    if (hasErrors === (model !== undefined)) throw new Error("a model is there just when there is no error");
    for (const { code, message, span } of diagnostics)
      if (span.start > text.length + 1 || span.end < span.start || message === "")
        throw new Error(`${code} has no place`);
    if (model && model.domains.some(({ tools }) => tools.length > 0)) tally.accepted.push(model);
  });
  fc.assert(holds, { seed: Number(seed), numRuns, ...budget });
  return tally;
}

/** A product named like one of its domains, like an export of the runtime, or like neither. */
function productOf({ domains }: ContractModel, index: number): string {
  const names = domains.map(({ name }) => name.replaceAll("_", "-"));
  const products = [...names, "enforcing", "create-memory", "class", "shop"];
  return products[index % products.length] ?? "shop";
}

async function emit(models: readonly ContractModel[], name: string): Promise<number> {
  const step = Math.max(1, Math.floor(models.length / emittedLimit));
  const chosen = models.filter((_, index) => index % step === 0).slice(0, emittedLimit);
  for (const [index, model] of chosen.entries()) {
    const at = `${name}-${index}`;
    for (const [path, text] of await emitAll(model, { scope: `@${at}`, product: productOf(model, index) })) {
      if (!path.endsWith(".ts")) continue;
      mkdirSync(dirname(join(folder, at, path)), { recursive: true });
      writeFileSync(join(folder, at, path), text);
    }
  }
  return chosen.length;
}

const texts = runAll(mutatedText, 300);
const values = runAll(contractValue, 80);
const emitted = { texts: await emit(texts.accepted, "text"), values: await emit(values.accepted, "value") };
process.stdout.write(JSON.stringify({ texts: texts.compiled, values: values.compiled, emitted }));
