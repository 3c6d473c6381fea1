import { checkKeys, type StoredEntry, UnknownPart } from './entry-body.ts'
import { isEntryKind, isPrivateKind, type EntryKind } from './entry.ts'
import { isInstitutionId } from './institution.ts'
import { canonicalJson, type Json } from './json.ts'
import { quoted } from './text.ts'

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
