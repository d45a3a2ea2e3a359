import { type ContractsResult, type HostName, type SourceText, compileContracts } from "@proviso/compiler";
import type { Config } from "../config/config.ts";
import { findUnknownPermissions } from "../config/roles.ts";
import { withChangedKeys } from "./changed-keys.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import { openMemo } from "../incremental/memo.ts";
import type { RunStore } from "../incremental/store.ts";
import { compileOptions } from "./compile-project.ts";

interface Checking {
  /** Has the memo, and gets its new entries. */
  readonly store: RunStore;
  readonly disk: Pick<Disk, "textOf" | "hashOf">;
  /** Hosts whose refusals the check also reports. */
  readonly hosts?: readonly HostName[];
}

/** The findings of `proviso check` in contracts. Unchanged contracts are not compiled again. */
export function checkContracts(
  { config, contracts }: { readonly config: Config; readonly contracts: readonly SourceText[] },
  { store, disk, hosts: names = [] }: Checking,
): ContractsResult {
  const memo = openMemo(store);
  const { product, wireNames } = config;
  const hosts = names.length > 0 ? { hosts: { names, product, wireNames } } : {};
  const result = compileContracts(contracts, { ...compileOptions(config), ...hosts }, memo);
  const diagnostics = [
    ...withChangedKeys(result, config, { disk, known: memo.table("keys") }),
    ...(result.contracts.every(({ facts }) => facts)
      ? findUnknownPermissions(
          config.roles,
          result.contracts.flatMap(({ facts }) => facts?.declared.permissions.map(({ name }) => name) ?? []),
        )
      : []),
  ];
  memo.forgetOthers(contracts.map(({ path }) => path));
  memo.save();
  return { contracts: result.contracts, diagnostics };
}
