import { canonicalJson } from './canonical-json.ts'
import type { Draft, Entry, EntryKind, Publishing } from './entry.ts'
import type { Institution } from './institution.ts'
import { instantText, parseInstant, type Instant } from './instant.ts'
import type { Sheet } from './sheet.ts'

/** The texts of an entry that its digest covers: `body` is canonical JSON (RFC 8785), `at` has milliseconds. */
export type EntryText = {
  readonly position: number
  readonly at: string
  readonly kind: string
  readonly institutionId: string
  readonly body: string
}

/** An entry as a store keeps it. Its digest covers all entries up to it (`domain/digest.ts`). */
export type StoredEntry = EntryText & { readonly digest: string }

/** The text of a draft's body. Values that have a column of their own are left out. */
export function bodyOf(draft: Draft): string {
  switch (draft.kind) {
    case 'institution-registered': {
      const { id: _, ...rest } = draft.institution
      return canonicalJson(rest)
    }
    case 'sheet-published': {
      const { institutionId: _, scrapedAt, ...sheet } = draft.sheet
      const { changes, sample, by, note, reason, findings } = draft
      return canonicalJson({
        sheet: { ...sheet, scrapedAt: instantText(scrapedAt) },
        changes,
        sample,
        by,
        note,
        reason,
        findings,
      })
    }
    case 'rates-checked':
    case 'rates-verified': {
      const { by, note } = draft
      return canonicalJson({ by, note })
    }
    case 'rate-corrected': {
      const { correction, changes, by, note, reason, findings } = draft
      return canonicalJson({ correction, changes, by, note, reason, findings })
    }
    default:
      throw draft satisfies never
  }
}

/** The text of an instant in a store: always with milliseconds, so that texts sort like instants. */
export function storedInstant(at: Instant): string {
  return new Date(at).toISOString()
}

/** Parses a stored entry without validation: its digest matches, and `audit` checks every byte. Throws for an unknown kind. */
export function entryOf(stored: EntryText): Entry {
  const { position, institutionId, body } = stored
  const at = readStoredInstant(stored.at)
  const kind = stored.kind as EntryKind
  switch (kind) {
    case 'institution-registered': {
      const institution = { id: institutionId, ...(JSON.parse(body) as Omit<Institution, 'id'>) }
      return { position, at, institutionId, kind, institution }
    }
    case 'sheet-published': {
      const { sheet, ...rest } = JSON.parse(body) as PublicationBody
      const scrapedAt = readStoredInstant(sheet.scrapedAt)
      return {
        ...rest,
        position,
        at,
        institutionId,
        kind,
        sheet: { ...sheet, institutionId, scrapedAt },
      }
    }
    case 'rates-checked':
    case 'rates-verified':
    case 'rate-corrected':
      return { ...(JSON.parse(body) as object), position, at, institutionId, kind } as Entry
    default:
      kind satisfies never
      throw new Error(`Entry ${position} is of the unknown kind ${stored.kind}.`)
  }
}

type PublicationBody = Pick<Publishing, 'changes' | 'sample'> & {
  readonly sheet: Omit<Sheet, 'institutionId' | 'scrapedAt'> & { readonly scrapedAt: string }
}

function readStoredInstant(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new Error(`The book contains ${text}, which is not an instant.`)
  return at
}
