import type { Json } from "@proviso/manifest";
import { type CodemodeOptions, limitTexts, sandboxOf } from "../sandbox/limits.ts";
import type { Reply } from "../sandbox/messages.ts";
import { runSandbox, type SandboxRun } from "../sandbox/sandbox.ts";

type HostFunctions = Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>;

/** What an executor of `@cloudflare/codemode` 0.5 returns. */
export interface ExecuteResult {
  result: unknown;
  error?: string;
  logs?: string[];
}

/** An executor of `@cloudflare/codemode` 0.5, by its published interface. */
export interface SandboxExecutor {
  /** `code`: an async arrow function. The functions are reached as `name.function(input)`, those without a provider as `codemode`. */
  execute(
    code: string,
    functions: HostFunctions | readonly { readonly name: string; readonly fns: HostFunctions }[],
  ): Promise<ExecuteResult>;
}

/**
 * The sandbox of programs as an executor for `createCodeTool` and `codeMcpServer` of `@cloudflare/codemode`. It isolates the code and
 * decides nothing: the functions that it is given do. Never rejects: an error is in the result. Throws a TypeError for a wrong option.
 */
export function sandboxExecutor(
  options: Pick<CodemodeOptions, "memoryMb" | "silentMs" | "steps"> = {},
): SandboxExecutor {
  const { limits, silentMs } = sandboxOf(options);
  return {
    async execute(code, functions) {
      const providers = Array.isArray(functions)
        ? functions
        : [{ name: "codemode", fns: functions as HostFunctions }];
      const table = new Map<string, HostFunctions[string]>();
      for (const { fns, name } of providers)
        for (const [method, each] of Object.entries(fns as HostFunctions))
          table.set(`${name}.${method}`, each);
      const names = providers.map(({ name }) => `const ${name} = tools[${JSON.stringify(name)}];`).join(" ");
      const source = `${names} return await (${code})();`;
      const start = { source, tools: [...table.keys()], limits };
      const ended = await runSandbox(start, silentMs, new AbortController().signal, (tool, text) =>
        replyOf(table.get(tool), JSON.parse(text)),
      );
      return resultOf(ended);
    },
  };
}

async function replyOf(call: HostFunctions[string] | undefined, input: unknown): Promise<Reply> {
  try {
    const value = (await call?.(input)) ?? null;
    return { kind: "value", value: value as Json };
  } catch (error) {
    return { kind: "error", value: { message: error instanceof Error ? error.message : String(error) } };
  }
}

function resultOf({ end, logs }: SandboxRun): ExecuteResult {
  const printed = logs.length > 0 && { logs: [...logs] };
  if (end.kind === "returned") return { result: end.value, ...printed };
  const error =
    end.kind === "threw" ? end.message : end.kind === "limit" ? limitTexts[end.limit] : "It did not end.";
  return { result: undefined, error, ...printed };
}
