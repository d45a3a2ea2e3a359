import type { FailureMode, ToolContract } from "./contract.ts";
import type { ImpliedFailureCode } from "./failure.ts";
import { impliedFailure } from "./implied-failures.ts";

/** A contract as stored and hashed: implied failure modes are replaced by their codes. */
export type CompactContract<Contract extends Unhashed = ToolContract> = Omit<Contract, "failureModes"> & {
  readonly failureModes: readonly Omit<FailureMode, "implied">[];
  readonly impliedFailures: readonly ImpliedFailureCode[];
};

type Unhashed = Omit<ToolContract, "hash">;

export function compactContract<Contract extends Unhashed>(contract: Contract): CompactContract<Contract> {
  const declared = contract.failureModes.filter(({ implied }) => !implied);
  const codes = contract.failureModes.filter(({ implied }) => implied).map(({ code }) => code);
  // The codes come after the modes, for readers of the stored file.
  const entries = Object.entries(contract).flatMap(([name, value]): (readonly [string, unknown])[] =>
    name === "failureModes"
      ? [
          [name, declared.map(({ implied: _implied, ...mode }) => mode)],
          ["impliedFailures", codes],
        ]
      : [[name, value]],
  );
  return Object.fromEntries(entries) as CompactContract<Contract>;
}

export function wholeContract({ impliedFailures, ...contract }: CompactContract): ToolContract {
  const declared = contract.failureModes.map((mode) => ({ ...mode, implied: false }));
  const implied = impliedFailures.map((code) => impliedFailure(code, contract));
  return { ...contract, failureModes: [...declared, ...implied] };
}
