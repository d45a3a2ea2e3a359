/** The package that the generated server needs, and the one subpath of it that its code imports. */
export const runtimePackage = "@proviso/server";
export const runtime: string = `${runtimePackage}/codegen1`;
