import { compile, toManifest } from "@proviso/compiler";
import type { DiagnosticPage } from "@proviso/compiler/explain";
import { critical, exampleSources, updates } from "@proviso/compiler/page";
import type { Manifest } from "@proviso/manifest";
import type { GuaranteeProblems } from "./problems.ts";
import { sentenceForms } from "./sentence.ts";

const head = "proviso: 1\nguarantees:\n";
const path = "guarantees.yaml";
const plain = "  - no tool that deletes runs unasked\n";

function example(wrong: string, right: string): Pick<DiagnosticPage, "wrong" | "right"> {
  return { wrong: [{ path, text: wrong }], right: [{ path, text: right }] };
}

const forms = sentenceForms.map(({ form }) => `\`${form}\``).join("; ");

const contracts = exampleSources({
  header: "permissions: { 'notes:read': Read notes., 'notes:write': Remove notes. }\n",
  verb: "remove",
  tool: { ...updates, ...critical, permissions: "[notes:write]", sideEffects: "[deletes: The note.]" },
  readers: { find: { permissions: "[notes:read]" } },
});

/** The product of the pages' examples. Throws if its contract does not compile. */
export function exampleManifest(): Manifest {
  const { model, diagnostics } = compile(contracts);
  if (!model)
    throw new Error(`the example has errors: ${diagnostics.map(({ message }) => message).join(", ")}`);
  return toManifest(model, { product: "notes", wireNames: "underscore" });
}

/** A page for every finding about `guarantees.yaml`, with examples about `notes.remove`. */
export const guaranteePages: Readonly<Record<keyof GuaranteeProblems, DiagnosticPage>> = {
  "unknown-sentence": {
    means: `A guarantee is a sentence of a fixed form, so that it says the same to its author, to a reviewer and to the prover. The forms are: ${forms}.`,
    fix: "Write one of the forms. Narrow it by `where`, `tools` or `permissions`.",
    ...example(`${head}  - no tool that removes runs unasked\n`, head + plain),
  },
  "unknown-key": {
    means:
      "A guarantee has the keys `say`, `where`, `tools` and `permissions`. A key that is ignored would leave out a limit.",
    fix: "Correct the key, or remove it.",
    ...example(
      `${head}  - say: no tool that deletes runs unasked\n    tool: [notes.remove]\n`,
      `${head}  - say: no tool that deletes runs unasked\n    tools: [notes.remove]\n`,
    ),
  },
  "missing-key": {
    means:
      "Without this key it is not certain what is to be proved. A sentence that begins with `with these permissions` needs a list of them, and a `where` that only some tools can evaluate needs `tools`.",
    fix: "Add the key.",
    ...example(
      `${head}  - say: with these permissions, private data never leaves without a person\n`,
      `${head}  - say: private data never leaves without a person\n`,
    ),
  },
  "wrong-value": {
    means: "The value is not one that this key can have.",
    fix: "Write the value as the message says.",
    ...example(`${head}  - say: [no tool that deletes runs unasked]\n`, head + plain),
  },
  "unknown-tool": {
    means: "No contract has a tool of this name, so nothing would be proved of it.",
    fix: "Correct the name.",
    ...example(
      `${head}  - say: no tool that deletes runs unasked\n    tools: [notes.remov]\n`,
      `${head}  - say: no tool that deletes runs unasked\n    tools: [notes.remove]\n`,
    ),
  },
  "unknown-permission": {
    means: "No contract declares this permission, so it allows nothing.",
    fix: "Correct the name.",
    ...example(
      `${head}  - say: nothing a guest can call changes anything\n    permissions: [notes:raed]\n`,
      `${head}  - say: nothing a guest can call changes anything\n    permissions: [notes:read]\n`,
    ),
  },
  "invalid-condition": {
    means:
      "`where` is CEL over the arguments, under the rules for the conditions of contracts. A misspelt argument would leave calls out without a word.",
    fix: "Correct the condition, or name by `tools` only tools with these arguments.",
    ...example(
      `${head}  - say: every call that deletes needs a person\n    where: input.id == "a"\n    tools: [notes.remove]\n`,
      `${head}  - say: every call that deletes needs a person\n    where: input.noteId == "a"\n    tools: [notes.remove]\n`,
    ),
  },
  "repeated-sentence": {
    means: "The same guarantee is listed twice.",
    fix: "Remove one of the two.",
    ...example(head + plain + plain, head + plain),
  },
};
