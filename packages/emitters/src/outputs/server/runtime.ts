/** The runtime package of generated servers, and its one subpath that they import. */
export const serverRuntimePackage = "@proviso/server";
export const serverRuntime: string = `${serverRuntimePackage}/codegen1`;
