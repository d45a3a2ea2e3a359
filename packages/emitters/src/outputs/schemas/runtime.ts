/** The package that generated schemas import, and the one subpath of it: JSON types, and the reader of stored contracts. */
export const manifestPackage = "@proviso/manifest";
export const manifestModule: string = `${manifestPackage}/codegen1`;
