import { hash } from 'node:crypto'
import {
  bodies,
  isEntryKind,
  isPrivateKind,
  type Draft,
  type Entry,
  type EntryKind,
} from './entry.ts'
import { instantText, parseInstant, type Instant } from './instant.ts'
import { isInstitutionId, type Institution } from './institution.ts'
import { canonicalJson, type Json } from './json.ts'
import { keysIn, keysOf, withInstants } from './schema.ts'
import { quoted } from './text.ts'

/** An entry as a store keeps it. Its digest covers all entries up to it. */
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

/** A position of a book and the digest there. The digest covers every entry up to that position. */
export type BookPosition = { readonly position: number; readonly digest: string }

/** The position before the first entry; its digest is 64 zeros. */
export const bookStart: BookPosition = { position: 0, digest: '0'.repeat(64) }

/**
 * The digest of an entry: SHA-256, in lower-case hex, of these lines. `docs/book.md` defines it. The body stands in it by its own
 * digest, so that the chain also closes where a body is withheld.
 */
export function digestOf(
  previousDigest: string,
  { position, at, kind, institutionId, bodyDigest }: Omit<StoredEntry, 'body' | 'digest'>,
): string {
  const lines = [previousDigest, position, at, kind, institutionId, bodyDigest]
  return hash('sha256', lines.map((line) => `${line}\n`).join(''))
}

/** The digest of the text of a body: SHA-256 in lower-case hex. */
export function bodyDigestOf(body: string): string {
  return hash('sha256', body)
}

/**
 * The draft as it is entered: a private body gets a salt of 32 hexadecimal digits, unless it has one, so that nobody guesses it
 * from its digest.
 */
export function withSalt(draft: Draft, newSalt: () => string): Draft {
  if (!isPrivateKind(draft.kind)) return draft
  const salted = { salt: newSalt(), ...draft }
  return salted
}

/** Whether an entry lacks the salt that `withSalt` gives to private ones. */
export function lacksSalt(entry: Entry): boolean {
  return isPrivateKind(entry.kind) && !('salt' in entry && /^[0-9a-f]{32}$/.test(entry.salt ?? ''))
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

/** The entries of a whole page of the log. */
export const pageSize = 1000

/** The page that a position stands on, from 0. */
export function pageOf(position: number): number {
  return Math.floor((position - 1) / pageSize)
}

/**
 * The most bytes of a line, without its line feed: no command enters a longer one, and no reader of a log takes one
 * (decision 071). It never grows: older mirrors read new lines.
 */
export const lineLimit = 16 * 1_048_576

/** Whether the line of an entry is too long, with its body also if it is private: an approved sheet is published. */
export function isTooLong(stored: StoredEntry): boolean {
  const head = logLine({ ...stored, body: null })
  const body = stored.body === null ? '' : `,"body":${stored.body}`
  return Buffer.byteLength(head) + Buffer.byteLength(body) > lineLimit
}

/**
 * An entry as a line of the public log, without the line feed. The body stands as it is stored, byte for byte; private kinds have
 * none. `docs/log.md` describes the lines.
 */
export function logLine(stored: StoredEntry): string {
  const { position, at, kind, institutionId, bodyDigest, body, digest } = stored
  const head = {
    position,
    at,
    kind,
    institution_id: institutionId,
    body_digest: bodyDigest,
    digest,
  }
  const start = JSON.stringify(head).slice(0, -1)
  return body === null || isPrivateKind(kind) ? `${start}}` : `${start},"body":${body}}`
}

/**
 * Reads a line of the log, without its line feed. Returns the entry, or a sentence that says what is wrong. It reads only what
 * `logLine` writes, so that an entry has one line. It does not verify the digests, which depend on the entry before.
 */
export function parseLogLine(line: string): StoredEntry | string {
  const fields = parseObject(line)
  if (fields === undefined) return 'It is not a JSON object.'
  const { position, at, kind, institution_id: institutionId, body_digest: bodyDigest } = fields
  const { digest, body } = fields
  if (typeof position !== 'number' || !Number.isSafeInteger(position) || position < 1)
    return 'Its position is not a whole number from 1.'
  if (typeof at !== 'string' || !isStoredInstant(at))
    return 'Its time is not an instant with milliseconds, such as 2026-06-01T00:00:00.000Z.'
  if (typeof kind !== 'string' || !isEntryKind(kind))
    return new UnknownPart(`the kind ${quoted(String(kind))}`).message
  if (typeof institutionId !== 'string' || !fitsKind(institutionId, kind))
    return 'Its institution_id is not the id of an institution, or not the empty text for an entry about a reviewer.'
  if (!isDigest(bodyDigest) || !isDigest(digest))
    return 'One of its digests is not 64 lower-case hexadecimal digits.'
  const isPrivate = isPrivateKind(kind)
  if (isPrivate !== (body === undefined))
    return `Its body ${isPrivate ? 'must be absent' : 'is missing'}: the kind ${kind} is ${isPrivate ? 'private' : 'public'}.`
  const problem = isPrivate ? undefined : bodyProblem(body)
  if (problem !== undefined) return problem
  const bodyText = isPrivate ? null : canonicalJson(body as Json)
  const stored = { position, at, kind, institutionId, bodyDigest, body: bodyText, digest }
  return logLine(stored) === line
    ? stored
    : 'It has another form than the lines of a log: white space, another order of the keys, another key, a key twice, or a value in another form.'
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Why a value cannot be a body, as a sentence; `undefined` if it can. */
function bodyProblem(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'Its body is not a JSON object.'
  if (!isBodyValue(body)) return notABodyValue
  try {
    checkKeys(body, 'lists')
    return undefined
  } catch (error) {
    if (error instanceof UnknownPart) return error.message
    throw error
  }
}

/** The most levels of lists and objects in a body: more than any body has. */
const deepestBody = 20

/** The message for a body with a value that Ratebook never writes. */
export const notABodyValue =
  'Its body has a text with NUL or an unpaired surrogate, a number that is not whole, or too many levels.'

/** Whether a value can stand in a body. PostgreSQL keeps neither NUL nor unpaired surrogates. */
export function isBodyValue(value: unknown, depth = deepestBody): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1e15
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((part) => isBodyValue(part, depth - 1))
}

/** Entries about reviewers have no institution. */
function fitsKind(institutionId: string, kind: EntryKind): boolean {
  return kind === 'reviewer-registered' || kind === 'reviewer-removed'
    ? institutionId === ''
    : isInstitutionId(institutionId)
}

function isDigest(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
}

function isStoredInstant(text: string): boolean {
  const milliseconds = /^\d{4}-.*\.\d{3}Z$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === text
}
