const windowsDevices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
/** What a file name may not have on some system, as part of a regular expression. */
const forbiddenInPath = String.raw`\u0000-\u001f\u007f<>:"|?*\\`;
const forbiddenCharacters = new RegExp(`[${forbiddenInPath}]`);
const folderPart = `[^/${forbiddenInPath}]*[^/. ${forbiddenInPath}]`;

/** What all folders match that `pathProblem` accepts: a relative path whose parts are not empty and do not end with a dot or space. */
export const folderPattern: string = `^${folderPart}(?:/${folderPart})*$`;

/** Why some system cannot have a file at this relative path, or the path leaves its folder; undefined if there is no problem. */
export function pathProblem(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.startsWith("/") || /^[a-z]:/i.test(path))
    return "is absolute; name a folder relative to `proviso.yaml`";
  if (forbiddenCharacters.test(path)) return "has a character that not every system allows in a file name";
  for (const pathPart of path.split("/")) {
    const problem = partProblem(pathPart);
    if (problem) return problem;
  }
  return undefined;
}

function partProblem(pathPart: string): string | undefined {
  if (pathPart === "" || pathPart === ".")
    return "has an empty part; write it without `./`, `//` or a `/` at the end";
  if (pathPart === "..") return "leaves the project";
  if (windowsDevices.test(pathPart)) return `has the part \`${pathPart}\`, which is a device on Windows`;
  if (/[. ]$/.test(pathPart)) return "has a part that ends with a dot or a space, which Windows drops";
  if (pathPart.length > 200) return "has a part of over 200 characters";
  return undefined;
}

/** Folders of other programs, which remove foreign files or fail because of them. */
const foreignFolders: readonly string[] = ["node_modules", ".git", ".hg", ".svn"];

/** Why a project may not use a folder at this path; undefined if it may. */
export function foreignFolderProblem(folder: string): string | undefined {
  const foreign = foldPath(folder)
    .split("/")
    .find((pathPart) => foreignFolders.includes(pathPart));
  return foreign && `is in \`${foreign}\`, which belongs to another program; name a folder of the project`;
}

/** Maps paths that some system takes for one another (case, Unicode form) to one text. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
