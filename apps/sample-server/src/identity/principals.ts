import type { EnforcingServer, Principal } from "@proviso/server";
import { manifest } from "@backoffice/server";

export const principalNames = ["mia", "noah", "guest"] as const;

export const everyPermission: readonly string[] = Object.keys(manifest.permissions);
const lackedBySupport = [
  "payments:execute",
  "users:admin",
  "account:admin",
  "exports:create",
  "rockets:launch",
];

/** The initial permissions of a colleague, also through an agent. Nobody has those of forbidden tools. */
export function userPermissions(name: string): readonly string[] {
  if (name === "mia") return everyPermission;
  if (name === "noah") return everyPermission.filter((permission) => !lackedBySupport.includes(permission));
  return everyPermission.filter((permission) => permission.endsWith(":read"));
}

interface Colleague {
  readonly name: string;
  /** Authentication context: how the colleague logged in. */
  readonly acr: "mfa" | "pwd";
  readonly loggedInSecondsAgo: number;
  readonly role: string;
}

const colleagues: Readonly<Record<(typeof principalNames)[number], Colleague>> = {
  mia: { name: "Mia Sommer", acr: "mfa", loggedInSecondsAgo: 0, role: "mission_control" },
  noah: { name: "Noah Weber", acr: "pwd", loggedInSecondsAgo: 3 * 3600, role: "support" },
  guest: { name: "Guest", acr: "pwd", loggedInSecondsAgo: 0, role: "visitor" },
};

function isKnownColleague(name: string): name is keyof typeof colleagues {
  return Object.hasOwn(colleagues, name);
}

/** A colleague of the sample data as the principal of an agent; undefined for an unknown name. */
export function seededPrincipal(name: string, now: Date): Principal | undefined {
  if (!isKnownColleague(name)) return undefined;
  const colleague = colleagues[name];
  return {
    id: `usr_${name}`,
    name: colleague.name,
    tenant: "nordlicht",
    kind: "agent",
    permissions: userPermissions(name),
    authTime: Math.floor(now.getTime() / 1000) - colleague.loggedInSecondsAgo,
    acr: colleague.acr,
    attributes: { role: colleague.role },
  };
}

/** Permissions that a colleague has in person, and that no agent gets that acts for them. */
export const heldInPerson: Readonly<Record<string, readonly string[]>> = { mia: ["secrets:read"] };

/** A colleague who has signed in now, as the person themselves; undefined for an unknown name. */
export function seededPerson(name: string, now: Date): Principal | undefined {
  const agent = seededPrincipal(name, now);
  return (
    agent && {
      ...agent,
      kind: "user",
      permissions: [...agent.permissions, ...(heldInPerson[name] ?? [])],
      authTime: Math.floor(now.getTime() / 1000),
    }
  );
}

type ToolContract = EnforcingServer["manifest"]["tools"][number];

/** A tool that only people call is unknown to those without its permissions. */
export function isVisible({ people, permissions }: ToolContract, principal: Principal | undefined): boolean {
  return people === undefined || permissions.every((each) => principal?.permissions.includes(each));
}
