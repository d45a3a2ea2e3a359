import type { NameMap } from "@proviso/compiler";
import { declaresType, type DomainNames, freeName } from "../naming/names.ts";
import type { TypeScriptImport } from "./print-typescript.ts";
import type { TypeNames } from "./schema-to-type.ts";

/** Looks up type names for one module, and records what the module has to import for them. */
export interface ModuleImports extends TypeNames {
  /**
   * Call it after every type of the module has been written: a type that was looked up may have gone into another, as all do into
   * `unknown`, and is imported only if what was written names it.
   */
  imports(written: string): TypeScriptImport[];
}

/**
 * `ending` is that of relative imports. Types of other domains are imported from their modules; if
 * a name is taken in this module, the imported type gets its domain's name as a prefix.
 */
export function createModuleImports(
  runtime: string,
  domain: string,
  namesOfDomains: NameMap<DomainNames>,
  ending: string,
): ModuleImports {
  const domainNames = namesOfDomains.get(domain);
  const runtimeTypes = new Set<string>();
  const importedTypes = new Map<
    string,
    { readonly from: string; readonly name: string; readonly local: string }
  >();
  const takenImports = new Set<string>();
  const isTaken = (name: string): boolean =>
    takenImports.has(name) || (domainNames !== undefined && declaresType(domainNames, name));
  return {
    reference(key) {
      const owner = key.slice(0, key.indexOf("."));
      const ownerNames = namesOfDomains.get(owner);
      const name = ownerNames?.types.get(key);
      if (ownerNames === undefined || name === undefined) throw new Error(`no type is called ${key}`);
      if (owner === domain) return name;
      const localName = importedTypes.get(key)?.local ?? freeName(name, ownerNames.type, isTaken);
      takenImports.add(localName);
      importedTypes.set(key, { from: `./${ownerNames.file}${ending}`, name, local: localName });
      return localName;
    },
    runtime(name) {
      runtimeTypes.add(name);
      return name;
    },
    imports(written) {
      const isNamed = ({ local }: { readonly local: string }): boolean =>
        new RegExp(`\\b${local}\\b`).test(written);
      return [
        ...typeImport(runtime, [...runtimeTypes].map((name) => ({ name, local: name })).filter(isNamed)),
        ...importedModules(importedTypes).flatMap((from) =>
          typeImport(
            from,
            [...importedTypes.values()].filter((each) => each.from === from && isNamed(each)),
          ),
        ),
      ];
    },
  };
}

function importedModules(types: ReadonlyMap<string, { readonly from: string }>): string[] {
  return [...new Set([...types.values()].map(({ from }) => from))].toSorted();
}

function typeImport(
  from: string,
  names: readonly { readonly name: string; readonly local: string }[],
): TypeScriptImport[] {
  if (names.length === 0) return [];
  const namedImports = names
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, local: localName }) => (name === localName ? { name } : { name, alias: localName }));
  return [{ isTypeOnly: true, moduleSpecifier: from, namedImports }];
}
