// Shared by all benches: measures the cases in turn (A B A B …), round after round, so that a slower moment of the machine
// affects all; takes medians; prints one table of ratios; writes it to .work/bench/NAME.json.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

const output = join(import.meta.dirname, "../../../.work/bench");
const fewestRounds = 7;

/** Numbers of the command line, such as `--tools 100 --rounds 9`, with defaults; and flags, such as `{ update: "u" }` for `--update` and `-u`. */
export function readNumbers(defaults, flags = {}) {
  return readArguments(defaults, [], flags);
}

/** The named entries of a list; all of them if no name is given. */
export function readArguments(defaults, all, flags = {}) {
  const options = Object.fromEntries([
    ...Object.keys(defaults).map((name) => [name, { type: "string" }]),
    ...Object.entries(flags).map(([name, short]) => [
      name,
      { type: "boolean", default: false, ...(short && { short }) },
    ]),
  ]);
  const { values, positionals } = parseArgs({ options, allowPositionals: all.length > 0 });
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are: ${all.join(", ")}`);
  const numbers = Object.entries(defaults).map(([name, fallback]) => [
    name,
    Number(values[name] ?? fallback),
  ]);
  return { ...values, ...Object.fromEntries(numbers), names: positionals.length > 0 ? positionals : all };
}

/**
 * A case is `{ name, measure, unit?, budgets?, limit? }`. `measure` resolves to a number in the case's unit, or else the
 * bench's. A budget `{ of, atMost }` limits the ratio of the case to another one; `limit` limits the number itself.
 */
export async function compare({ name, title, unit, rounds = fewestRounds, cases }) {
  const measured = new Map(cases.map((each) => [each.name, []]));
  for (let round = 0; round < rounds; round++)
    for (const each of cases) measured.get(each.name).push(await each.measure());
  const medians = new Map([...measured].map(([each, numbers]) => [each, median(numbers)]));
  const rows = cases.flatMap((each) => rowsOf({ unit, ...each }, medians));
  await report({ name, title: `${title}; ${rounds} rounds, medians`, rows });
  return rows;
}

/** A row for each budget, and one without a ratio for a case that others are compared with. */
function rowsOf({ name, unit, budgets = [], limit }, medians) {
  const own = medians.get(name);
  const figure = { case: name, median: `${rounded(own)} ${unit}` };
  if (limit !== undefined) return [{ ...figure, budget: `${limit} ${unit}`, met: own <= limit }];
  if (budgets.length === 0) return [figure];
  return budgets.map(({ of, atMost }) => {
    const ratio = own / medians.get(of);
    return { ...figure, "compared with": of, ratio: rounded(ratio), budget: atMost, met: ratio <= atMost };
  });
}

/** Prints rows as a table and saves them. */
export async function report({ name, title, rows }) {
  console.log(title);
  console.table(rows);
  await mkdir(output, { recursive: true });
  await writeFile(join(output, `${name}.json`), `${JSON.stringify({ title, rows }, undefined, 2)}\n`);
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[Math.floor(middle)];
}

export function rounded(number) {
  return Number(number.toPrecision(3));
}
