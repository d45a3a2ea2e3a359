import type { Manifest } from "@proviso/manifest";
import { compile, type SourceText, toManifest } from "@proviso/compiler";
import { exampleSources } from "@proviso/compiler/page";
import type { ChangeExample, ContractLines, ProductLines } from "./facts/change-rule.ts";

export interface ExampleSide {
  readonly source: SourceText;
  readonly manifest: Manifest;
}

/** An example's contracts, before and after. Throws if one does not compile; a test does all. */
export function exampleSides(example: ChangeExample): readonly [ExampleSide, ExampleSide] {
  const { before, after, headers = ["", ""], readers = {}, products = [{}, {}] } = example;
  return [
    sideOf(before, { header: headers[0], readers }, products[0]),
    sideOf(after, { header: headers[1], readers }, products[1]),
  ];
}

/** `verb: null` is a file whose tool does not count. */
function sideOf(
  { verb = "read", ...lines }: ContractLines,
  around: { readonly header: string; readonly readers: NonNullable<ChangeExample["readers"]> },
  product: ProductLines,
): ExampleSide {
  const [source] = exampleSources({ tool: lines, verb: verb ?? "other", ...around });
  const { model } = compile(source ? [source] : [], {});
  if (!source || !model) throw new Error(`the example does not compile:\n${source?.text}`);
  const manifest = toManifest(model, { product: "acme", wireNames: "underscore", ...product });
  return { source, manifest: verb === null ? { ...manifest, tools: [] } : manifest };
}
