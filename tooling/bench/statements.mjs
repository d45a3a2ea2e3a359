// makes each statement of the sources false in the code, and checks that its test fails: ID... (such as 4.2, or 4), --sample 12 --seed 1, --json
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { readStatements } from "../../apps/docs/statements/statements.mjs";
import { copyCheckout } from "./kit/checkout-copy.mjs";
import { packageOf, startTests } from "./kit/package-tests.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** A number of statements with a mutant, chosen by the seed. */
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});

const all = readStatements().flatMap(({ statements }) => statements);
const named = all.filter(
  ({ id }) =>
    positionals.length === 0 || positionals.some((each) => id === each || id.startsWith(`${each}.`)),
);
const withMutant = named.filter(({ mutant }) => mutant !== undefined);
const without = named.filter(({ mutant }) => mutant === undefined);
const chosen = values.sample === undefined ? withMutant : sampleOf(withMutant, Number(values.sample));

/** Every nth of them, from a place that the seed chooses. */
function sampleOf(list, size) {
  const step = Math.max(1, Math.floor(list.length / size));
  return list.filter((_, index) => (index + Number(values.seed)) % step === 0).slice(0, size);
}

/** Errors of a change that no longer parses, or that does not fit the code around it. */
const broken = new Set(["SyntaxError", "ReferenceError", "TypeError"]);

/** The verdict on a statement: `killed`, or what is wrong. */
async function check(statement, before, tests, root) {
  const { mutant } = statement;
  if (before.passed === 0 || before.failed > 0)
    return `without the mutant ${before.passed} tests passed and ${before.failed} failed${because(before)}`;
  const file = join(root, mutant.file);
  const text = readFileSync(file, "utf8");
  if (text.split(mutant.replace).length !== 2)
    return "the text of the mutant is not in the code exactly once";
  try {
    writeFileSync(
      file,
      text.replace(mutant.replace, () => mutant.with),
    );
    tests.forget(file);
    const after = (await tests.run([statement]))(statement);
    if (after.failed === 0 && after.passed > 0) return "survived";
    return after.failed === 0 || broken.has(after.error?.name)
      ? `broken code, which shows nothing${because(after)}`
      : "killed";
  } finally {
    writeFileSync(file, text);
    tests.forget(file);
  }
}

function because({ error }) {
  return error === undefined ? "" : `: ${error.message.split("\n", 1)[0]}`;
}

const rows = [];
function tell({ id, says, test }, verdict) {
  rows.push({ id, says, test, verdict });
  if (!values.json && verdict !== "killed") console.log(`${id} ${says}\n  ${verdict}`);
}

if (values.sample === undefined) for (const each of without) tell(each, "no mutant");
const root = copyCheckout("statements");
for (const [folder, statements] of Map.groupBy(chosen, ({ test }) => packageOf(test))) {
  const tests = await startTests(root, folder);
  const before = await tests.run(statements);
  for (const each of statements) tell(each, await check(each, before(each), tests, root));
  await tests.close();
}
const killed = rows.filter(({ verdict }) => verdict === "killed").length;
if (values.json) console.log(JSON.stringify(rows));
else console.log(`${killed} of ${rows.length} mutants killed by the test that the statement names`);
if (rows.length === 0) console.error("there is no such statement");
process.exitCode = rows.length > 0 && killed === rows.length ? 0 : 1;
