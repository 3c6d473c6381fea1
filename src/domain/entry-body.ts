import { canonicalJson } from './json.ts'
import { isPrivateKind, type Draft, type Entry, type EntryKind } from './entry.ts'
import type { Institution } from './institution.ts'
import { instantText, parseInstant, type Instant } from './instant.ts'
import type { CapturedPage, Origin } from './origin.ts'
import type { Sheet } from './offer.ts'
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
  switch (draft.kind) {
    case 'institution-registered': {
      const { id: _, ...rest } = draft.institution
      return rest
    }
    case 'sheet-published': {
      const { sheet, origin, typedFrom, changes, sample, hold, by, note, reason, findings } = draft
      const rest = { changes, sample, hold, by, note, reason, findings }
      return {
        sheet: sheetBody(sheet),
        ...rest,
        ...pagesBody({ origin, typedFrom }),
      }
    }
    case 'rates-checked': {
      const { outcome, message, refusal, origin, by, note } = draft
      const rest = { outcome, message, refusal, by, note }
      return { ...rest, origin: origin && originBody(origin) }
    }
    case 'rates-verified': {
      const { tiers, origin, by, note } = draft
      return { tiers, origin: origin && originBody(origin), by, note }
    }
    case 'rate-corrected': {
      const { correction, changes, by, note, reason, findings } = draft
      return { correction, changes, by, note, reason, findings }
    }
    case 'sheet-held': {
      const { sheet, origin, typedFrom, findings, comparedWith, reviewers } = draft
      const { editOf, by, note, reason, salt } = draft
      const rest = { findings, comparedWith, reviewers, editOf, by, note, reason, salt }
      return {
        sheet: sheetBody(sheet),
        ...rest,
        ...pagesBody({ origin, typedFrom }),
      }
    }
    case 'sheet-decided': {
      const { hold, decision, by, note, salt } = draft
      return { hold, decision, by, note, salt }
    }
    case 'source-accepted': {
      const { source, by, note, salt } = draft
      return { source, by, note, salt }
    }
    case 'reviewer-registered':
    case 'reviewer-removed': {
      const { reviewer, by, note, salt } = draft
      return { reviewer, by, note, salt }
    }
    case 'withheld':
      throw new Error('A withheld entry has no body.')
    default:
      throw draft satisfies never
  }
}

/** Where the figures of a sheet come from, as the body of an entry has it. */
function pagesBody({
  origin,
  typedFrom,
}: {
  readonly origin: Origin | undefined
  readonly typedFrom: readonly CapturedPage[] | undefined
}): object {
  return {
    origin: origin && originBody(origin),
    typedFrom: typedFrom && capturesBody(typedFrom),
  }
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
  const kind = stored.kind as EntryKind
  const made = clock === undefined ? {} : { clock: readStoredInstant(clock) }
  const head = { position, at, institutionId, ...made }
  switch (kind) {
    case 'institution-registered': {
      const institution = { id: institutionId, ...(body as Omit<Institution, 'id'>) }
      return { ...head, kind, institution }
    }
    case 'sheet-published':
    case 'sheet-held': {
      const { sheet, ...rest } = body as { readonly sheet: SheetBody }
      return {
        ...withInstants(rest),
        ...head,
        kind,
        sheet: readSheetBody(sheet, institutionId),
      } as Entry
    }
    case 'rates-checked':
    case 'rates-verified':
    case 'rate-corrected':
    case 'sheet-decided':
    case 'source-accepted':
    case 'reviewer-registered':
    case 'reviewer-removed': {
      const rest = withInstants(body)
      return { ...rest, ...head, kind } as Entry
    }
    default:
      kind satisfies never
      throw new UnknownPart(`the kind ${quoted(stored.kind)}`)
  }
}

/** A body with the instants of its captured pages parsed. */
function withInstants({
  origin,
  typedFrom,
  ...rest
}: {
  readonly origin?: OriginBody
  readonly typedFrom?: readonly CapturedPageBody[]
}): object {
  return {
    ...rest,
    ...(origin !== undefined && { origin: readOriginBody(origin) }),
    ...(typedFrom !== undefined && { typedFrom: readCapturesBody(typedFrom) }),
  }
}

/** A sheet in the body of an entry: instants are texts, and the institution has a column of its own. */
export type SheetBody = Omit<Sheet, 'institutionId' | 'scrapedAt'> & { readonly scrapedAt: string }

/** An origin in the body of an entry: instants are texts. */
export type OriginBody = Omit<Origin, 'captures' | 'nextDue'> & {
  readonly captures: readonly CapturedPageBody[]
  readonly nextDue: string
}

/** A captured page in the body of an entry: the instant is a text. */
export type CapturedPageBody = Omit<CapturedPage, 'at'> & { readonly at: string }

/** The sheet as the body of an entry has it. */
function sheetBody(sheet: Sheet): SheetBody {
  const { institutionId: _, scrapedAt, ...rest } = sheet
  return { ...rest, scrapedAt: instantText(scrapedAt) }
}

/** The origin as the body of an entry has it. */
export function originBody({ captures, nextDue, ...origin }: Origin): OriginBody {
  return {
    ...origin,
    captures: capturesBody(captures),
    nextDue: instantText(nextDue),
  }
}

/** Captured pages as the body of an entry has them. */
export function capturesBody(captures: readonly CapturedPage[]): readonly CapturedPageBody[] {
  return captures.map((capture) => ({ ...capture, at: instantText(capture.at) }))
}

/** Reads a sheet from a body. Throws if it has no valid instant. */
function readSheetBody(body: SheetBody, institutionId: string): Sheet {
  return { ...body, institutionId, scrapedAt: readStoredInstant(body.scrapedAt) }
}

/** Reads an origin from a body. Throws if an instant is not valid. */
function readOriginBody(body: OriginBody): Origin {
  return {
    ...body,
    captures: readCapturesBody(body.captures),
    nextDue: readStoredInstant(body.nextDue),
  }
}

/** Reads captured pages from a body. Throws if an instant is not valid. */
function readCapturesBody(body: readonly CapturedPageBody[]): readonly CapturedPage[] {
  return body.map((capture) => ({ ...capture, at: readStoredInstant(capture.at) }))
}

/** Reads an instant of the book. Throws if it is not valid. */
function readStoredInstant(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new Error(`The book contains ${text}, which is not an instant.`)
  return at
}

/**
 * The keys of all bodies, at every depth. A new key, like a new kind of entry, needs a new version of the format, so that older
 * programs refuse the book: `book/store/migrations.test.ts` holds the keys of each version.
 */
export const entryKeys: ReadonlySet<string> = new Set(
  [
    // Institutions and reviewers
    'active creditRating licenseType name ratingAgency ratingUpdated staleAfterDays',
    'type website reviewer id',
    'insurance status amount scheme since',
    // Sheets
    'sheet sourceUrl scrapedAt currency complete covers leaves offers variant tenure',
    'tenureDays tenureTo tenureToDays payout rate minimumDeposit annualEffectiveRate product changes',
    'direction previous previousMinimumDeposit sample',
    // Runs, pages and cells
    'origin source file digest captures page url at format charset nextDue',
    'printedDate day cell cells column factor capture address text decimal means repeats unmatched',
    'typedFrom outcome message refusal tiers',
    // Holds, decisions and corrections
    'hold decision comparedWith reviewers editOf findings rule tier correction of',
    'isRetraction cause figures was now by note reason limit value salt clock',
  ].flatMap((keys) => keys.split(' ')),
)

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
