/** The progress of a running call, as MCP reports it. Without `total`, the end is unknown. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}
