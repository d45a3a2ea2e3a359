/** Tool names by the property of the domain and the method. */
export type ToolNames = Readonly<Record<string, Readonly<Record<string, string>>>>;
