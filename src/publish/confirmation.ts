import type { Attribution, Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import type { BookReader, Store } from '../store/store.ts'
import { entryInstant, type InstantSource } from './entry-instant.ts'
import { lastEntryOf } from './last-entry.ts'
import { collectProblems, type InputProblem } from './input/problem.ts'

/** A check (`rates-checked`) or a verification (`rates-verified`) of an institution's rates. */
export type Confirmation = Attribution & {
  readonly kind: 'rates-checked' | 'rates-verified'
  readonly institutionId: string
}

/**
 * Appends a check or verification. One that is already in the book is not appended again, so the command can be repeated.
 * `onInstant` receives the instant before the commit, whose outcome may be unknown. The warning is about this machine's clock.
 */
export async function appendConfirmation(
  store: Pick<Store, 'append'>,
  confirmation: Confirmation,
  source: InstantSource,
  onInstant: (at: Instant) => void,
): Promise<
  | { readonly entry: Entry; readonly isNew: boolean; readonly warning?: string | undefined }
  | { readonly problems: readonly InputProblem[]; readonly warning?: string | undefined }
> {
  const { problems, refuse } = collectProblems()
  const { institutionId } = confirmation
  let existing: Entry | undefined
  let warning: string | undefined
  const [entry] = await store.append(async (reader) => {
    const { at, problem, ...instant } = entryInstant(source, await reader.head())
    onInstant(at)
    warning = instant.warning
    // A clock that is too far behind the book does not name an instant.
    if (problem === undefined || source.from === 'option')
      existing = await findSame(reader, confirmation, at)
    if (existing !== undefined) return []
    if ((await lastEntryOf(reader, institutionId, 'institution-registered')) === undefined) {
      refuse(
        'unregistered',
        '',
        `The institution ${institutionId} is not registered; see: ratebook institutions.`,
      )
    }
    if (problem !== undefined) problems.push(problem)
    return problems.length === 0 ? [{ ...confirmation, at }] : []
  })
  if (existing !== undefined) return { entry: existing, isNew: false, warning }
  return entry === undefined ? { problems, warning } : { entry, isNew: true, warning }
}

async function findSame(
  reader: BookReader,
  { institutionId, kind }: Confirmation,
  at: Instant,
): Promise<Entry | undefined> {
  for await (const entries of reader.entriesOf(institutionId, kind)) {
    for (const entry of entries) if (entry.at <= at) return entry.at === at ? entry : undefined
  }
  return undefined
}
