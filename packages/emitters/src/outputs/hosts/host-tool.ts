/** What hosts are told of a tool. */
export interface HostTool {
  /** As hosts write it, without dots. */
  readonly name: string;
  readonly hostAsks: boolean;
}
