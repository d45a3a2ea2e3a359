import type { Project } from "../project/read-project.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import type { PackageManager } from "../install/package-manager.ts";
import type { InstalledPackage } from "./installed-packages.ts";

/** What the doctor looks at. */
export interface Installation {
  readonly place: ProjectPlace;
  readonly project: Project;
  /** Our packages as this project finds them. */
  readonly installed: readonly InstalledPackage[];
  readonly nodeVersion: string;
  readonly packageManager: PackageManager;
}

/** Something wrong, and what to do about it. */
export interface Finding {
  readonly problem: string;
  readonly advice: string;
}

/** One thing that the doctor looks at. */
export interface InstallationCheck {
  readonly name: string;
  /** No finding: all is well. */
  run(subject: Installation): Promise<readonly Finding[]> | readonly Finding[];
}
