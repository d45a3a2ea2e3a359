/** The package that the generated client needs, and the one subpath of it that its code imports. */
export const runtimePackage = "@proviso/client";
export const runtime: string = `${runtimePackage}/codegen1`;
