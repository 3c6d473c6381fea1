import { canonicalJson } from './canonical-json.ts'
import type { Draft, Entry, EntryKind } from './entry.ts'
import type { Institution } from './institution.ts'
import { instantText, parseInstant, type Instant } from './instant.ts'
import type { Sheet } from './sheet.ts'

/** An entry as a store keeps it: the body is canonical JSON (RFC 8785), the instant text with milliseconds. */
export type StoredEntry = {
  readonly position: number
  readonly at: string
  readonly kind: string
  readonly institutionId: string
  readonly body: string
}

/** The text of a draft's body. What a column of its own holds is not in it. */
export function bodyOf(draft: Draft): string {
  switch (draft.kind) {
    case 'institution-registered': {
      const { id: _, ...rest } = draft.institution
      return canonicalJson(rest)
    }
    case 'sheet-published': {
      const { institutionId: _, scrapedAt, ...sheet } = draft.sheet
      return canonicalJson({
        sheet: { ...sheet, scrapedAt: instantText(scrapedAt) },
        changes: draft.changes,
        sample: draft.sample,
      })
    }
    case 'rates-checked':
    case 'rates-verified':
      return '{}'
    default:
      throw draft satisfies never
  }
}

/** The instant as stores keep it: always with milliseconds, so that texts sort as instants do. */
export function storedInstant(at: Instant): string {
  return new Date(at).toISOString()
}

/** An entry from its stored form, which the store itself wrote and `audit` checks to the byte. */
export function entryOf(stored: StoredEntry): Entry {
  const { position, institutionId, body } = stored
  const at = storedAt(stored.at)
  const kind = stored.kind as EntryKind
  switch (kind) {
    case 'institution-registered': {
      const institution = { id: institutionId, ...(JSON.parse(body) as Omit<Institution, 'id'>) }
      return { position, at, institutionId, kind, institution }
    }
    case 'sheet-published': {
      const { sheet, changes, sample } = JSON.parse(body) as PublicationBody
      const scrapedAt = storedAt(sheet.scrapedAt)
      const restored: Sheet = { ...sheet, institutionId, scrapedAt }
      return { position, at, institutionId, kind, sheet: restored, changes, sample }
    }
    case 'rates-checked':
    case 'rates-verified':
      return { position, at, institutionId, kind }
    default:
      kind satisfies never
      throw new Error(`Entry ${position} is of the unknown kind ${stored.kind}.`)
  }
}

type Publication = Extract<Draft, { kind: 'sheet-published' }>
type PublicationBody = Pick<Publication, 'changes' | 'sample'> & {
  sheet: Omit<Sheet, 'institutionId' | 'scrapedAt'> & { scrapedAt: string }
}

function storedAt(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new Error(`The book holds ${text} where an instant should stand.`)
  return at
}
