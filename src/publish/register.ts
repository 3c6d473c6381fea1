import { canonicalJson } from '../domain/canonical-json.ts'
import type { Draft, Entry } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import type { BookReader, Store } from '../store/store.ts'
import { entryInstant, type InstantSource } from './entry-instant.ts'
import { lastEntryOf } from './last-entry.ts'
import type { InputProblem } from './problem.ts'

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
  const problems: InputProblem[] = []
  let warning: string | undefined
  const entries = await store.append(async (reader) => {
    const { at, problem, ...instant } = entryInstant(source, await reader.head())
    const drafts = await changedInstitutions(reader, institutions, at)
    if (drafts.length === 0) return []
    if (problem !== undefined) problems.push(problem)
    warning = instant.warning
    return problems.length === 0 ? drafts : []
  })
  return { entries, problems, warning }
}

async function changedInstitutions(
  reader: BookReader,
  institutions: readonly Institution[],
  at: Instant,
): Promise<Draft[]> {
  const drafts: Draft[] = []
  for (const institution of institutions) {
    const last = await lastEntryOf(reader, institution.id, 'institution-registered')
    if (last !== undefined && canonicalJson(last.institution) === canonicalJson(institution))
      continue
    drafts.push({ at, institutionId: institution.id, kind: 'institution-registered', institution })
  }
  return drafts
}
