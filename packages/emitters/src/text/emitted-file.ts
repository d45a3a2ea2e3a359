/** A file to write. `path` is relative to the emitter's output folder, with `/` between its parts. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}
