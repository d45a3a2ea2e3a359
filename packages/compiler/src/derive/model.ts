import type { JsonSchema, Manifest, ToolContract, WireNames } from "@proviso/manifest";
import { compareText } from "../report/diagnostic.ts";
import { recordOf } from "../syntax/record.ts";
import type { Span } from "../report/source.ts";

/** All contracts, checked and complete. Domains are sorted by name. */
export interface ContractModel {
  readonly domains: readonly DomainModel[];
}

/** One contract file. Tools are sorted by name. Other names may be any, such as `constructor`. */
export interface DomainModel {
  readonly name: string;
  /** The path of its source. */
  readonly file: string;
  readonly description: string;
  /** By full name. Each is self-contained, like the schemas of a tool. */
  readonly types: Readonly<Record<string, JsonSchema>>;
  /** From permission name to description. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly tools: readonly ToolModel[];
}

export interface ToolModel extends ToolContract {
  readonly spans: ToolSpans;
  /** True if one call can change many things. */
  readonly isBulk: boolean;
}

/** The spans of a tool: its name, the keys of its fields, and the keys of its input properties. */
export interface ToolSpans {
  readonly name: Span;
  readonly fields: Readonly<Record<string, Span>>;
  readonly inputProperties: Readonly<Record<string, Span>>;
}

/** The model without spans, for emitters: moving text within its file does not change it. */
export function withoutSpans(model: DomainModel): object {
  return { ...model, tools: model.tools.map(({ spans: _spans, ...tool }) => tool) };
}

/** The contract without what only the compiler needs. */
export function toContract(tool: ToolModel): ToolContract {
  const { spans: _spans, isBulk: _isBulk, ...contract } = tool;
  return contract;
}

/** Every tool of the model, forbidden ones too: see `withoutForbidden` of the manifest package. */
export function toManifest(
  model: ContractModel,
  product: { readonly product: string; readonly wireNames: WireNames },
): Manifest {
  const permissions = model.domains.flatMap((domain) => Object.entries(domain.permissions));
  const tools = model.domains.flatMap((domain) => domain.tools.map(toContract));
  return {
    format: 1,
    product: product.product,
    wireNames: product.wireNames,
    permissions: recordOf(permissions.toSorted(([a], [b]) => compareText(a, b))),
    tools: tools.toSorted((a, b) => compareText(a.name, b.name)),
  };
}
