import { bodies, isEntryKind, isPrivateKind, type Draft, type Entry } from './entry.ts'
import { instantText, parseInstant, type Instant } from './instant.ts'
import type { Institution } from './institution.ts'
import { canonicalJson } from './json.ts'
import { keysIn, keysOf, withInstants } from './schema.ts'
import { quoted } from './text.ts'

/** An entry as a store keeps it. Its digest covers all entries up to it (`domain/digest.ts`). */
export type StoredEntry = {
  readonly position: number
  /** With milliseconds. */
  readonly at: string
  readonly kind: string
  readonly institutionId: string
  readonly bodyDigest: string
  /** Canonical JSON (RFC 8785); null for a private entry of a mirrored book. */
  readonly body: string | null
  readonly digest: string
}

/** The entry as anybody may have it: without the body if it is private. */
export function publicEntry(entry: StoredEntry): StoredEntry {
  return isPrivateKind(entry.kind) ? { ...entry, body: null } : entry
}

/** The draft as it is entered: a private body gets a salt, unless it has one, so that nobody guesses it from its digest. */
export function withSalt(draft: Draft, newSalt: () => string): Draft {
  if (!isPrivateKind(draft.kind)) return draft
  const salted = { salt: newSalt(), ...draft }
  return salted
}

/** The text of a draft's body. Values that have a column of their own are left out. */
export function bodyOf(draft: Draft): string {
  const { clock } = draft
  return canonicalJson({
    ...partsOf(draft),
    ...(clock !== undefined && { clock: instantText(clock) }),
  })
}

function partsOf(draft: Draft): object {
  if (draft.kind === 'withheld') throw new Error('A withheld entry has no body.')
  if (draft.kind === 'institution-registered') {
    const { id: _, ...rest } = draft.institution
    return rest
  }
  const values = new Map<string, unknown>(Object.entries(draft))
  if ('sheet' in draft) {
    const { institutionId: _, ...sheet } = draft.sheet
    values.set('sheet', sheet)
  }
  const parts = Object.fromEntries(keysOf(bodies[draft.kind]).map((key) => [key, values.get(key)]))
  return withInstants(bodies[draft.kind], parts, (at) => instantText(at as Instant)) as object
}

/** The text of an instant in a store: always with milliseconds, so that texts sort like instants. */
export function storedInstant(at: Instant): string {
  return new Date(at).toISOString()
}

/**
 * Parses a stored entry without validation: its digest matches, and `audit` checks every byte. Throws an `UnknownPart` for a
 * kind or a key that a newer version wrote.
 */
export function entryOf(stored: Omit<StoredEntry, 'digest'>): Entry {
  const { position, institutionId } = stored
  const at = readStoredInstant(stored.at)
  if (stored.body === null) {
    if (!isPrivateKind(stored.kind)) throw new Error(`A ${stored.kind} has no body.`)
    const { kind: of, bodyDigest } = stored
    return { position, at, institutionId, kind: 'withheld', of, bodyDigest }
  }
  const { clock, ...body } = JSON.parse(stored.body) as { readonly clock?: string }
  checkKeys(body)
  const { kind } = stored
  if (!isEntryKind(kind)) throw new UnknownPart(`the kind ${quoted(kind)}`)
  const made = clock === undefined ? {} : { clock: readStoredInstant(clock) }
  const head = { position, at, institutionId, ...made, kind }
  if (kind === 'institution-registered')
    return {
      ...head,
      kind,
      institution: { id: institutionId, ...(body as Omit<Institution, 'id'>) },
    }
  const read = withInstants(bodies[kind], body, readStoredInstant) as { readonly sheet?: object }
  const { sheet } = read
  return {
    ...read,
    ...head,
    ...(sheet !== undefined && { sheet: { ...sheet, institutionId } }),
  } as Entry
}

/** Reads an instant of the book. Throws if it is not valid. */
function readStoredInstant(text: unknown): Instant {
  const at = parseInstant(text as string)
  if (at === undefined)
    throw new Error(`The book contains ${String(text)}, which is not an instant.`)
  return at
}

/**
 * The keys of all bodies, at every depth. A new key, like a new kind of entry, needs a new version of the format, so that older
 * programs refuse the book: `book/store/migrations.test.ts` holds the keys of each version.
 */
export const entryKeys: ReadonlySet<string> = new Set([
  'clock',
  ...Object.values(bodies).flatMap(keysIn),
])

/** An entry has a part that this version of the format does not have, such as `the kind "x"`. */
export class UnknownPart extends Error {
  constructor(part: string) {
    super(
      `It has ${part}, which this Ratebook does not know: a newer Ratebook wrote it. Install the newer Ratebook.`,
    )
  }
}

/**
 * Throws an `UnknownPart` if a body has a key that this version of the format does not have. Objects in lists are checked only on
 * request, because a book has many of them.
 */
export function checkKeys(value: unknown, lists?: 'lists'): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (lists !== undefined) for (const item of value as readonly unknown[]) checkKeys(item, lists)
    return
  }
  for (const [key, part] of Object.entries(value)) {
    if (!entryKeys.has(key)) throw new UnknownPart(`the key ${quoted(key)}`)
    checkKeys(part, lists)
  }
}
