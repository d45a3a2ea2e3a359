import { z } from "astro/zod";

const label = z.object({
  /** The condition of a branch; absent for all other calls. */
  when: z.string().optional(),
  sentence: z.string(),
  rows: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        text: z.string(),
        tone: z.enum(["none", "some", "much"]),
        kind: z.enum(["risk", "protection"]),
      }),
    )
    .readonly(),
});
/** `LabelBranch` of `@proviso/manifest/label`. */
export type LabelFacts = z.infer<typeof label>;

const asked = z.enum(["never", "sometimes", "always"]);

/** The front matter of a tool's page. A forbidden tool has only the first fields. */
export const pageFacts = z.object({
  name: z.string(),
  riskLevel: z.enum(["low", "medium", "high", "critical", "forbidden"]),
  domain: z.string(),
  category: z.string(),
  owner: z.string().optional(),
  /** The permissions with which people may call a forbidden tool; absent if nobody may. */
  people: z.array(z.string()).optional(),
  /** Absent from pages of an older generator. */
  label: label.optional(),
  /** Of a refined tool: a label for each branch. */
  branches: z.array(label).optional(),
  readOnly: z.boolean().default(false),
  destructive: z.boolean().default(false),
  idempotent: z.boolean().default(false),
  idempotentWithKey: z.boolean().default(false),
  openWorld: z.boolean().default(false),
  agentic: z.boolean().default(false),
  does: z.array(z.string()).default([]),
  /** Of a refined tool: what it does in calls about which nobody is asked; of others it is `does`. */
  unasked: z.object({ server: z.array(z.string()), live: z.array(z.string()) }).optional(),
  /** Absent if nothing changes. */
  canBeUndone: z.boolean().optional(),
  leavesSystem: z.boolean().default(false),
  readsPrivate: z.boolean().default(false),
  returnsUntrusted: z.boolean().default(false),
  asked: z.object({ server: asked, test: asked, live: asked }).optional(),
  permissions: z.array(z.string()).default([]),
  requirements: z.array(z.string()).default([]),
  dryRun: z.enum(["none", "supported", "required"]).default("none"),
  stepUp: z.enum(["never", "always", "when"]).default("never"),
  /** Whether some call needs a level of log-in, such as `mfa`. */
  strongLogIn: z.boolean().default(false),
  sendsUnasked: z.boolean().default(false),
  effects: z
    .array(
      z.object({ kind: z.string(), description: z.string(), reversible: z.boolean(), external: z.boolean() }),
    )
    .default([]),
  /** For a review, in words; empty if the contract demands nothing. */
  asksWhen: z.string().default(""),
  approvedBy: z.string().default(""),
  logIn: z.string().default(""),
  limits: z.string().default(""),
  repeats: z.string().default(""),
  /** What a server that dies during a call leaves open. */
  dies: z.string().default(""),
  /** What can replace the question. */
  beforehand: z.string().default(""),
  hash: z.string().default(""),
});
export type PageFacts = z.infer<typeof pageFacts>;
