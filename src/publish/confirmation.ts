import type { Entry } from '../domain/entry.ts'
import { instantOf, type Instant, type When } from '../domain/instant.ts'
import type { BookReader, Store } from '../store/store.ts'
import { lastEntryOf } from './last-entry.ts'
import { collectProblems, type InputProblem } from './problem.ts'
import { beforeLastEntryMessage } from './publish.ts'

/** A check (`rates-checked`) or a verification (`rates-verified`) of an institution's rates. */
export type Confirmation = {
  readonly kind: 'rates-checked' | 'rates-verified'
  readonly institutionId: string
  readonly at: When
}

/** Appends a check or verification. One that is already in the book is not appended again, so the command can be repeated. */
export async function appendConfirmation(
  store: Pick<Store, 'append'>,
  confirmation: Confirmation,
): Promise<
  | { readonly entry: Entry; readonly isNew: boolean }
  | { readonly problems: readonly InputProblem[] }
> {
  const { problems, refuse } = collectProblems()
  const { institutionId } = confirmation
  let existing: Entry | undefined
  const [entry] = await store.append(async (reader) => {
    const at = instantOf(confirmation.at)
    existing = await findSame(reader, confirmation, at)
    if (existing !== undefined) return []
    const head = await reader.head()
    if ((await lastEntryOf(reader, institutionId, 'institution-registered')) === undefined) {
      refuse(
        'unregistered',
        '',
        `The institution ${institutionId} is not registered; see: ratebook institutions.`,
      )
    }
    if (at < head.at) refuse('before-last-entry', '', beforeLastEntryMessage(at, head))
    return problems.length === 0 ? [{ ...confirmation, at }] : []
  })
  if (existing !== undefined) return { entry: existing, isNew: false }
  return entry === undefined ? { problems } : { entry, isNew: true }
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
