import { open } from "node:fs/promises";

/** Makes the names in a folder durable, if the system can sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  try {
    await handle?.sync();
  } catch {
    // Some file systems cannot.
  } finally {
    await handle?.close();
  }
}
