import { statSync, type BigIntStats } from "node:fs";

/** Says whether a path still names the file that was opened. */
export interface FileIdentity {
  /** Throws if the file was replaced or removed. */
  check(): void;
}

/** A file is gone from its place, or another one is there. */
export class FileReplaced extends Error {
  override readonly name = "FileReplaced";
}

/**
 * Remembers device and inode of the file that `open` opens. Whoever has a file open goes on writing into it after another one was
 * moved into its place, and nobody who opens it later sees that.
 */
export function openIdentified<Opened>(
  path: string,
  open: () => Opened,
): readonly [opened: Opened, identity: FileIdentity] {
  const before = keyOf(path);
  const opened = open();
  const key = keyOf(path);
  if (before !== undefined && before !== key)
    throw new FileReplaced(`${path} was replaced while it was opened`);
  return [opened, identified(path, key)];
}

/** The same of a file that is open already: `stats` are of what was opened. */
export function identityOf(path: string, stats: BigIntStats): FileIdentity {
  return identified(path, keyIn(stats));
}

function identified(path: string, key: string | undefined): FileIdentity {
  return {
    check() {
      const now = keyOf(path);
      if (now === key) return;
      const what = now === undefined ? "removed" : "replaced by another one";
      throw new FileReplaced(`${path} was ${what} while it was in use`);
    },
  };
}

function keyOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && keyIn(found);
}

function keyIn({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}
