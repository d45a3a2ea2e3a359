/** The runtime package of the generated server, and the one subpath of it that generated code imports. */
export const serverRuntimePackage = "@proviso/server";
export const serverRuntime: string = `${serverRuntimePackage}/codegen1`;
