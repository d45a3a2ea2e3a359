/** Ends the process where Node.js is older than the package of `program`, the address of a file in a folder of it, asks for. */
export function requireNode(program: string): void;
