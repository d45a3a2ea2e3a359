import { fstatSync, statSync, type BigIntStats } from "node:fs";

/** Checks whether a path still names the opened file. */
export interface FileIdentity {
  /** Throws if the file was replaced or removed. */
  check(): void;
}

/** The file was removed or replaced. */
export class FileReplaced extends Error {
  override readonly name: string = "FileReplaced";
}

/**
 * Remembers device and inode of the file that `open` opens. A process with an open file would go on
 * writing to it after the file was replaced, and later readers of the path would not see that.
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

/** Remembers a file that is open already, and that nobody replaces while it is. */
export function identityOfOpen(path: string): FileIdentity {
  return identified(path, keyOf(path));
}

/** Remembers the open file of a descriptor, which should be the one at this path. */
export function identityOfDescriptor(path: string, descriptor: number): FileIdentity {
  return identified(path, keyIn(fstatSync(descriptor, { bigint: true })));
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
