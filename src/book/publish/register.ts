import unhomoglyph from 'unhomoglyph'
import type { Draft, Entry } from '../../domain/entry.ts'
import type { Institution } from '../../domain/institution.ts'
import { canonicalJson } from '../../domain/json.ts'
import { quoted } from '../../domain/text.ts'
import { append, warningOf, type AppendDecision, type Appender } from './append.ts'
import type { ClockWarning, EntryClock, EntryInstant } from './entry-instant.ts'
import { collectProblems, type InputProblem, type Refuse } from './input/problem.ts'

type Report = ClockWarning & { readonly problems: readonly InputProblem[] }

/** Registers new and changed institutions, all or none. An unchanged record makes no entry. */
export async function register(
  store: Appender,
  institutions: readonly Institution[],
  clock: EntryClock,
): Promise<Report & { readonly entries: readonly Entry[] }> {
  const done = await append(
    store,
    clock,
    async (reader) => ({ registered: await reader.institutions() }),
    ({ registered }, instant) => decideRegistration(registered, institutions, instant),
  )
  if ('report' in done) return { entries: [], ...done.report }
  return { entries: done.entries, problems: [], ...done.warned }
}

function decideRegistration(
  records: readonly Institution[],
  institutions: readonly Institution[],
  instant: EntryInstant,
): AppendDecision<Report> {
  const { problems, refuse } = collectProblems()
  const registered = new Map(records.map((one) => [one.id, one]))
  const changed = institutions.filter(
    (one) => canonicalJson(registered.get(one.id) ?? null) !== canonicalJson(one),
  )
  if (changed.length === 0) return { report: { problems } }
  refuseConfusableNames(registered, institutions, changed, refuse)
  const { at, problem } = instant
  if (problem !== undefined) problems.push(problem)
  if (problems.length > 0) return { report: { problems, ...warningOf(instant) } }
  const drafts = changed.map((institution): Draft => ({
    at,
    institutionId: institution.id,
    kind: 'institution-registered',
    institution,
  }))
  return { drafts }
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
        `The name ${quoted(name)} looks like that of the institution ${owner}; write a name that readers can distinguish.`,
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
