/** The facts of a tool that rules for hosts depend on. */
export interface HostTool {
  /** As hosts write it, without dots. */
  readonly name: string;
  readonly hostAsks: boolean;
}
