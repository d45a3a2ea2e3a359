// Reads the statements of the source documents: what each says, the test that shows it, and a mutant that this test kills.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** In the order in which the source documents are numbered. */
const documents = ["agency-hint", "tool-contract", "requirements", "metadata", "annotations"];

/**
 * @typedef {object} Mutant A change of the code that makes the statement false.
 * @property {string} file where the statement is enforced, from the root of the repository
 * @property {string} replace text that the file contains exactly once
 * @property {string} with
 *
 * @typedef {object} Statement
 * @property {string} id `4.2` is the second statement of the fourth document
 * @property {string} says
 * @property {string | undefined} instead what Proviso does differently
 * @property {string} test file, from the root of the repository
 * @property {string | undefined} name a part of the test's name; absent if every test of the file shows it
 * @property {Mutant | undefined} mutant
 */

/** @returns {{ title: string, statements: Statement[] }[]} */
export function readStatements() {
  return documents.map((document, index) => {
    const text = readFileSync(join(import.meta.dirname, `${document}.yaml`), "utf8");
    const { title, statements } = parse(text);
    return { title, statements: statements.map((each, at) => ({ id: `${index + 1}.${at + 1}`, ...each })) };
  });
}
