/** Texts of files that were printed before, by a hash of their data. Whoever keeps it forgets it when a package changes. */
export interface PrintedFiles {
  get(hash: string): string | undefined;
  set(hash: string, text: string): void;
}
