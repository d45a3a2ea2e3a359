import type { EnforcingServer } from "../api/outcome.ts";
import type { Lifetime } from "../gate/lifetime.ts";
import { watchStrays } from "../pipeline/runtime/stray-rejections.ts";
import { openConnection } from "./open-connection.ts";
import type { ApprovalsPlug } from "../api/approvals.ts";
import type { Served, ServedInbox, ServeOptions } from "./options.ts";
import { stopAtSignals } from "./stop-at-signals.ts";

/** Less than the time after which Kubernetes (30 s) and Docker (10 s) kill a process. */
const defaultGraceMs = 8000;

/** Serves until `close`, a signal, or the end of the client over stdio. */
export async function serveUntilStopped(
  server: EnforcingServer,
  life: Lifetime,
  options: ServeOptions,
  approvals: ApprovalsPlug | undefined,
): Promise<Served & Partial<ServedInbox>> {
  const { url, signInLink, ended, ...connection } = await openConnection(server, options, approvals);
  life.add(connection);
  const close = (): Promise<void> => life.close({ graceMs: options.graceMs ?? defaultGraceMs });
  const stop = (): void => void close().catch(reportUnclosed);
  if (options.signals ?? true) {
    const ends = [stopAtSignals(stop), watchStrays()];
    void life.closed.catch(() => {}).then(() => ends.forEach((end) => end()));
  }
  void ended?.then(stop);
  return { ...(url !== undefined && { url }), ...(signInLink && { signInLink }), close, closed: life.closed };
}

/** Nobody waits for a stopped server, so its exit code says that something may be lost. */
function reportUnclosed(error: unknown): void {
  console.error(`proviso: the server could not be closed: ${String(error)}`);
  process.exitCode = 1;
}
