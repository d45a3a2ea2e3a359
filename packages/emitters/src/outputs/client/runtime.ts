/** The runtime package of the generated client, and the one subpath of it that generated code imports. */
export const clientRuntimePackage = "@proviso/client";
export const clientRuntime: string = `${clientRuntimePackage}/codegen1`;
