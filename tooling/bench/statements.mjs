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
    /** A number of statements, chosen by the seed. */
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
const chosen = values.sample === undefined ? named : sampleOf(named, Number(values.sample));

/** Every nth of them, from a place that the seed chooses. */
function sampleOf(list, size) {
  const step = Math.max(1, Math.floor(list.length / size));
  return list.filter((_, index) => (index + Number(values.seed)) % step === 0).slice(0, size);
}

/** The verdict on a statement: `killed`, `no mutant`, or what is wrong. */
async function check(statement, tests, root) {
  const { mutant } = statement;
  if (mutant === undefined) return "no mutant";
  const before = await tests.run(statement);
  if (before.passed === 0 || before.failed > 0)
    return `without the mutant ${before.passed} passed and ${before.failed} failed${before.because}`;
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
    const after = await tests.run(statement);
    if (after.failed > 0) return "killed";
    return after.passed > 0 ? "survived" : `not run: ${after.because}`;
  } finally {
    writeFileSync(file, text);
    tests.forget(file);
  }
}

const root = copyCheckout("statements");
const rows = [];
for (const [folder, statements] of Map.groupBy(chosen, ({ test }) => packageOf(test))) {
  const tests = await startTests(root, folder);
  for (const statement of statements) {
    const verdict = await check(statement, tests, root);
    rows.push({ id: statement.id, says: statement.says, test: statement.test, verdict });
    if (!values.json && verdict !== "killed") console.log(`${statement.id} ${statement.says}\n  ${verdict}`);
  }
  await tests.close();
}
const killed = rows.filter(({ verdict }) => verdict === "killed").length;
if (values.json) console.log(JSON.stringify(rows));
else console.log(`${killed} of ${rows.length} mutants killed by the test that the statement names`);
if (rows.length === 0) console.error("there is no such statement");
process.exitCode = rows.length > 0 && killed === rows.length ? 0 : 1;
