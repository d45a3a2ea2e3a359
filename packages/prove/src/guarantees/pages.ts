import { compile, toManifest } from "@proviso/compiler";
import type { DiagnosticPage } from "@proviso/compiler/explain";
import { critical, exampleSources, pagesIn, updates } from "@proviso/compiler/page";
import type { Manifest } from "@proviso/manifest";
import stored from "./guarantee-pages.json" with { type: "json" };
import type { GuaranteeProblems } from "./problems.ts";
import { sentenceForms } from "./sentence.ts";

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

const pages = pagesIn(stored);

/** A page for every finding about `guarantees.yaml`, with examples about `notes.remove`. */
export const guaranteePages: Readonly<Record<keyof GuaranteeProblems, DiagnosticPage>> = {
  ...pages,
  "unknown-sentence": {
    ...pages["unknown-sentence"],
    means: `${pages["unknown-sentence"].means} The forms are: ${forms}.`,
  },
};
