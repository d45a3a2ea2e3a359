interface Lines {
  readonly line: number;
  readonly endLine: number;
}

interface Repository {
  readonly url?: unknown;
  readonly directory?: unknown;
}

/** How hosts of repositories address lines of a file on the default branch. */
const hosts: readonly (readonly [host: RegExp, address: (path: string, lines: Lines) => string])[] = [
  [/^github\./, (path, { line, endLine }) => `/blob/HEAD/${path}#L${line}-L${endLine}`],
  [/^gitlab\./, (path, { line, endLine }) => `/-/blob/HEAD/${path}#L${line}-${endLine}`],
  [/^bitbucket\./, (path, { line, endLine }) => `/src/HEAD/${path}#lines-${line}:${endLine}`],
];

/** The address of a file, or of lines in it, in the repository that a `package.json` names; undefined if there is none, or on an unknown host. */
export function sourceUrl(packageJson: string, path: string, lines?: Lines): string | undefined {
  const { repository } = JSON.parse(packageJson) as { readonly repository?: string | Repository };
  const { url, directory }: Repository = typeof repository === "object" ? repository : { url: repository };
  if (typeof url !== "string") return undefined;
  const plain = url
    .replace(/^github:/, "https://github.com/")
    .replace(/^gitlab:/, "https://gitlab.com/")
    .replace(/^bitbucket:/, "https://bitbucket.org/")
    .replace(/^git\+/, "")
    .replace(/^(?:ssh|git):\/\/(?:git@)?/, "https://")
    .replace(/^git@([^:]+):/, "https://$1/")
    .replace(/\.git$/, "");
  if (!plain.startsWith("https://") || !URL.canParse(plain)) return undefined;
  const address = hosts.find(([host]) => host.test(new URL(plain).host))?.[1];
  if (!address) return undefined;
  const folder = typeof directory === "string" ? `${directory}/` : "";
  const file = `${folder}${path}`.split("/").map(encodeURIComponent).join("/");
  return plain + (lines ? address(file, lines) : address(file, { line: 1, endLine: 1 }).replace(/#.*/, ""));
}
