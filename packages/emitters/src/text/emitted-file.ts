/** A file to write. `path` is relative to the emitter's output folder, with `/`. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}
