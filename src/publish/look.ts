import type { Entry } from '../domain/entry.ts'
import { instantOf, type Instant, type When } from '../domain/instant.ts'
import type { BookReader, Store } from '../store/store.ts'
import { lastEntryOf } from './last-entry.ts'
import { collectProblems, type Problem } from './problem.ts'
import { lateMessage } from './publish.ts'

/** That somebody looked at an institution's page (`rates-checked`), or confirmed its rates against it (`rates-verified`). */
export type Look = {
  readonly kind: 'rates-checked' | 'rates-verified'
  readonly institutionId: string
  readonly at: When
}

/** Enters a look; the same look twice is one entry, so that the command can be run again. */
export async function enterLook(
  store: Pick<Store, 'append'>,
  look: Look,
): Promise<
  { readonly entry: Entry; readonly isNew: boolean } | { readonly problems: readonly Problem[] }
> {
  const { problems, refuse } = collectProblems()
  let standing: Entry | undefined
  const [entry] = await store.append(async (reader) => {
    const at = instantOf(look.at)
    standing = await sameLook(reader, look, at)
    if (standing !== undefined) return []
    const head = await reader.head()
    const { institutionId } = look
    if ((await lastEntryOf(reader, institutionId, 'institution-registered')) === undefined) {
      refuse(
        'unregistered',
        '',
        `The institution ${institutionId} is not registered; see: ratebook institutions.`,
      )
    }
    if (at < head.at) refuse('before-last-entry', '', lateMessage(at, head))
    return problems.length === 0 ? [{ ...look, at }] : []
  })
  if (standing !== undefined) return { entry: standing, isNew: false }
  return entry === undefined ? { problems } : { entry, isNew: true }
}

/** The entry that says the same, if it stands. */
async function sameLook(
  reader: BookReader,
  { institutionId, kind }: Look,
  at: Instant,
): Promise<Entry | undefined> {
  for await (const entries of reader.entriesOf(institutionId, kind)) {
    for (const entry of entries) if (entry.at <= at) return entry.at === at ? entry : undefined
  }
  return undefined
}
