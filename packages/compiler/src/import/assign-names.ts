import { withoutDots } from "@proviso/manifest";
import { compareText } from "../report/diagnostic.ts";
import { wordsOf } from "../names/words-of.ts";

/** The name of a tool in the contracts. */
export interface ContractName {
  readonly domain: string;
  readonly verb: string;
}

/** Verbs at the beginning of tool names. They name an action, so they are not domains. */
const importedVerbs: ReadonlySet<string> = new Set(
  (
    "a abort accept activate add allow analyze answer append apply approve archive ask assign attach audit authenticate authorize " +
    "backup batch block book browse build bulk calculate call can cancel capture change check choose clean clear click clone close " +
    "collect comment commit compare compile complete compute configure confirm connect convert copy count create cut deactivate " +
    "debug decline decode decrease define delete deny deploy describe detach detect diff disable disconnect discover dispatch do " +
    "download drag drop duplicate echo edit embed emit enable encode end enqueue ensure enter erase estimate evaluate execute expand " +
    "explain export extend extract fetch fill filter find finish fix follow force forget fork format forward gather generate get " +
    "give go grant handle has hide hover identify import increase index infer init initialize insert inspect install invite invoke " +
    "is join kill launch leave like link list load locate lock log login logout look lookup make manage mark match merge migrate " +
    "modify monitor mount move multi navigate new notify open order parse patch pause pay perform ping play poll post predict " +
    "prepare press preview print process promote propose provision publish pull push put query queue quick read rebase rebuild " +
    "receive record redeploy refresh refund register reject release reload remove rename render reopen reorder repair replace " +
    "reply report request require rerun reschedule reset resize resolve restart restore resume retrieve retry return reverse " +
    "revert review revoke roll rollback rotate run save scale scan schedule scrape scroll search select send set setup share show " +
    "shut shutdown simulate sleep snapshot sort split start stop store stream submit subscribe suggest summarize suspend switch " +
    "sync tag tail take tap terminate test toggle track transfer transform translate trigger try turn type unassign unblock undo " +
    "uninstall unlink unlock unpublish unsubscribe update upgrade upload upsert use validate verify view vote wait watch write"
  ).split(" "),
);

const fewestOfDomain = 3;
/** The most characters that hosts accept in a name. */
const maxNameLength = 64;

export interface NamingOptions {
  /** The domain of tools that have no other. */
  readonly domain: string;
  /** Puts all tools into `domain`. */
  readonly isOneDomain: boolean;
  /** Existing domains. */
  readonly known: ReadonlySet<string>;
  /** The domain that an OpenAPI document's tag names, by the name on the wire. */
  readonly groups?: ReadonlyMap<string, string | undefined>;
  /** Tools that already have a name, by the name on the wire. */
  readonly taken: ReadonlyMap<string, ContractName>;
}

/**
 * Assigns a name `domain.verb` in snake case to each name on the wire. A first word that several tools share, and that is not
 * a verb, becomes their domain; so a name can depend on the whole list.
 */
export function assignNames(
  wireNames: readonly string[],
  options: NamingOptions,
): ReadonlyMap<string, ContractName> {
  const words = new Map(wireNames.map((name) => [name, withoutVersion(wordsOf(name))]));
  const sizes = new Map<string, number>();
  for (const [first, ...rest] of words.values())
    if (first !== undefined && rest.length > 0) sizes.set(first, (sizes.get(first) ?? 0) + 1);
  // In a short list, all tools may share one prefix.
  const fewest = options.taken.size > 0 ? fewestOfDomain : Math.min(fewestOfDomain, wireNames.length);
  const isDomain = (word: string): boolean =>
    !options.isOneDomain &&
    /^[a-z]/.test(word) &&
    (options.known.has(word) || (!importedVerbs.has(word) && (sizes.get(word) ?? 0) >= fewest));
  const unique = uniqueNames([...wireNames, ...options.taken.keys()], [...options.taken.values()]);
  return new Map(
    wireNames.map((name) => {
      const [first = "tool", ...rest] = words.get(name) ?? [];
      const group = options.isOneDomain ? undefined : options.groups?.get(name);
      const isOwn = rest.length > 0 && (group === undefined ? isDomain(first) : first === group);
      const domain = group ?? (isOwn ? first : options.domain);
      return [name, unique(name, { domain, verb: verbOf(isOwn ? rest : [first, ...rest]) })];
    }),
  );
}

/** `v1.pets.list` is about pets: a version says nothing of what a tool does. */
function withoutVersion(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  return /^v\d+$/.test(first) && rest.length > 0 ? rest : words;
}

function verbOf(words: readonly string[]): string {
  const verb = words.join("_");
  return /^[a-z]/.test(verb) ? verb : `tool_${verb}`;
}

/** Adds a number to names that would collide over MCP or in generated code. */
function uniqueNames(
  wireNames: readonly string[],
  taken: readonly ContractName[],
): (wireName: string, wanted: ContractName) => ContractName {
  const keys = new Set(taken.flatMap(nameKeysOf));
  const wires = new Map(wireNames.map((name) => [withoutDots(name), name]));
  return (wireName, { domain, verb: wanted }) => {
    const isTaken = (name: ContractName): boolean => {
      // A call of one tool could reach the other.
      const owner = wires.get(`${domain}_${name.verb}`);
      return nameKeysOf(name).some((key) => keys.has(key)) || (owner !== undefined && owner !== wireName);
    };
    const room = maxNameLength - domain.length - 1;
    let name = { domain, verb: cutImportedName(wanted, room) };
    for (let count = 2; isTaken(name); count += 1)
      name = { domain, verb: `${cutImportedName(wanted, room - String(count).length - 1)}_${count}` };
    for (const key of nameKeysOf(name)) keys.add(key);
    return name;
  };
}

function cutImportedName(verb: string, length: number): string {
  return verb.slice(0, Math.max(length, 8)).replace(/_+$/, "");
}

function nameKeysOf({ domain, verb }: ContractName): readonly string[] {
  const name = `${domain}_${verb}`;
  return [name, `.${name.replaceAll("_", "")}`];
}

/** Makes a name of a domain from the name of a product or from user input; undefined if it contains no letter. */
export function domainName(text: string): string | undefined {
  const words = wordsOf(text).join("_").slice(0, 30).replace(/_+$/, "");
  return /^[a-z]/.test(words) ? words : undefined;
}

export function byName(a: ContractName, b: ContractName): number {
  return compareText(a.domain, b.domain) || compareText(a.verb, b.verb);
}
