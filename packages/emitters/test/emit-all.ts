import { compile } from "@proviso/compiler";
import type { ContractModel, SourceText } from "@proviso/compiler";
import { emitHandlerStubs, emitters } from "../src/index.ts";

/** The model of contracts that are expected to have no error. */
export function modelOf(sources: readonly SourceText[]): ContractModel {
  const { model, diagnostics } = compile(sources);
  if (model) return model;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  throw new Error(
    errors.map(({ code, message, span }) => `${span.file}:${span.line} ${code} ${message}`).join("\n"),
  );
}

/** Everything that is emitted for a product called `shop`: path, the emitter's name first, to text. */
export async function emitAll(model: ContractModel, scope = "@shop"): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const emitter of emitters) {
    const emitted = await emitter.emit(model, {
      product: "shop",
      wireNames: "dotted",
      packageName: `${scope}/${emitter.name}`,
      packageVersion: "1.0.0",
      license: "Apache-2.0",
      runtimeVersions: { "@proviso/server": "^1.0.0", "@proviso/client": "^1.0.0" },
      templates: {},
    });
    for (const { path, text } of emitted) files.set(`${emitter.name}/${path}`, text);
  }
  for (const { path, text } of await emitHandlerStubs(model, { serverPackage: `${scope}/server` }))
    files.set(`handlers/${path}`, text);
  return files;
}
