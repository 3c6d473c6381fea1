import { canonicalJson } from '../domain/canonical-json.ts'
import type { Draft, Entry } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Store } from '../store/store.ts'
import { entryInstant, type InstantSource } from './entry-instant.ts'
import { collectProblems, type InputProblem, type Refuse } from './input/problem.ts'
import unhomoglyph from 'unhomoglyph'

/** Registers new and changed institutions, all or none. An unchanged record makes no entry. The warning is about this machine's clock. */
export async function register(
  store: Pick<Store, 'append'>,
  institutions: readonly Institution[],
  source: InstantSource,
): Promise<{
  readonly entries: readonly Entry[]
  readonly problems: readonly InputProblem[]
  readonly warning?: string | undefined
}> {
  const { problems, refuse } = collectProblems()
  let warning: string | undefined
  const entries = await store.append(async (reader) => {
    const { at, problem, ...instant } = entryInstant(source, await reader.head())
    const registered = new Map((await reader.institutions()).map((one) => [one.id, one]))
    const isChanged = (institution: Institution): boolean =>
      canonicalJson(registered.get(institution.id) ?? null) !== canonicalJson(institution)
    const changed = institutions.filter(isChanged)
    if (changed.length === 0) return []
    refuseConfusableNames(registered, institutions, changed, refuse)
    if (problem !== undefined) problems.push(problem)
    warning = instant.warning
    if (problems.length > 0) return []
    return changed.map((institution): Draft => ({
      at,
      institutionId: institution.id,
      kind: 'institution-registered',
      institution,
    }))
  })
  return { entries, problems, warning }
}

/** Refuses a name that looks like that of another institution, in the book or before it in the file. */
function refuseConfusableNames(
  registered: ReadonlyMap<string, Institution>,
  institutions: readonly Institution[],
  changed: readonly Institution[],
  refuse: Refuse,
): void {
  const kept = new Map(registered)
  for (const { id } of changed) kept.delete(id)
  const ownerOf = new Map<string, string>()
  const own = ({ id, name }: Institution): void => {
    for (const skeleton of nameSkeletons(name)) ownerOf.set(skeleton, id)
  }
  for (const institution of kept.values()) own(institution)
  for (const institution of changed) {
    const { name } = institution
    const [owner] = nameSkeletons(name).flatMap((skeleton) => ownerOf.get(skeleton) ?? [])
    if (owner === undefined) own(institution)
    else {
      refuse(
        'confusable-name',
        `[${institutions.indexOf(institution)}].name`,
        `The name ${JSON.stringify(name)} looks like that of the institution ${owner}; write a name that readers can distinguish.`,
      )
    }
  }
}

/**
 * Texts of which two names share one if they look alike: the skeletons (UTS #39, section 4) of the name as written, and in
 * lower and upper case, because a name in other capitals is the same name to a reader. Spaces count once, as browsers show them.
 */
export function nameSkeletons(name: string): readonly string[] {
  return [...new Set([name, name.toLowerCase(), name.toUpperCase()].map(skeleton))]
}

function skeleton(text: string): string {
  const visible = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(visible).normalize('NFD').replace(/\s+/g, ' ').trim()
}
