/** The runtime package of generated clients, and its one subpath that they import. */
export const clientRuntimePackage = "@proviso/client";
export const clientRuntime: string = `${clientRuntimePackage}/codegen1`;
