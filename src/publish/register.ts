import { canonicalJson } from '../domain/canonical-json.ts'
import type { Draft, Entry } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import { instantOf, type Instant, type When } from '../domain/instant.ts'
import type { BookReader, Store } from '../store/store.ts'
import { lastEntryOf } from './last-entry.ts'
import { beforeLastEntryMessage } from './publish.ts'
import { collectProblems, type InputProblem } from './problem.ts'

/** Registers new and changed institutions, all or none. An unchanged record makes no entry. */
export async function register(
  store: Pick<Store, 'append'>,
  institutions: readonly Institution[],
  when: When,
): Promise<{ readonly entries: readonly Entry[]; readonly problems: readonly InputProblem[] }> {
  const { problems, refuse } = collectProblems()
  const entries = await store.append(async (reader) => {
    const at = instantOf(when)
    const drafts = await changedInstitutions(reader, institutions, at)
    const head = await reader.head()
    if (drafts.length === 0 || at >= head.at) return drafts
    refuse('before-last-entry', '', beforeLastEntryMessage(at, head))
    return []
  })
  return { entries, problems }
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
