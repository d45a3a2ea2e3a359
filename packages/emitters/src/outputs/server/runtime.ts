/** The runtime package of the generated server, and the one subpath of it that generated code imports. */
export const runtimePackage = "@proviso/server";
export const runtime: string = `${runtimePackage}/codegen1`;
