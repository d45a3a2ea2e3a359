import type { JsonObject } from "@proviso/manifest";
import { type MapNode, type SyntaxNode, toJson } from "../syntax/syntax-tree.ts";
import type { WrittenText } from "../syntax/written-text.ts";
import type { Decoded, Located } from "./document.ts";

type PlainValue<T> =
  T extends Located<infer Value>
    ? Value
    : T extends Decoded<infer Fields>
      ? Plain<Fields>
      : T extends readonly (infer Item)[]
        ? readonly PlainValue<Item>[]
        : T extends MapNode
          ? JsonObject
          : string;

/** Fields without the places where they are written. */
export type Plain<T> = { readonly [Key in keyof T]: PlainValue<Exclude<T[Key], undefined>> };

/** The fields of a whole map. */
export function plainFields<T extends object>({ fields }: Decoded<T>): Plain<T> {
  return plainOf(fields) as Plain<T>;
}

export function plainOf(fields: object): object {
  const written = Object.entries(fields) as [string, Written | readonly Written[]][];
  return Object.fromEntries(written.map(([name, value]) => [name, plainValue(value)]));
}

type Written = SyntaxNode | WrittenText | Decoded<object> | Located<unknown>;

function plainValue(value: Written | readonly Written[]): unknown {
  if (isList(value)) return value.map(plainValue);
  if ("kind" in value) return toJson(value);
  if ("fields" in value) return plainOf(value.fields);
  return "text" in value ? value.text : value.value;
}

function isList(value: Written | readonly Written[]): value is readonly Written[] {
  return Array.isArray(value);
}
