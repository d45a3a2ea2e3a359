/** The runtime package of the generated client, and the one subpath of it that generated code imports. */
export const runtimePackage = "@proviso/client";
export const runtime: string = `${runtimePackage}/codegen1`;
