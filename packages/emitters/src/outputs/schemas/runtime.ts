/** The package that generated schemas import, by one subpath: JSON types and a reader. */
export const manifestPackage = "@proviso/manifest";
export const manifestModule: string = `${manifestPackage}/codegen1`;
