/** The facts of a tool that rules for hosts depend on. */
export interface HostTool {
  /** The tool's name as hosts write it, without dots. */
  readonly name: string;
  readonly hostAsks: boolean;
}
