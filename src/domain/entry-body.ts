import { canonicalJson } from './canonical-json.ts'
import type { Draft, Entry, EntryKind } from './entry.ts'
import type { Institution } from './institution.ts'
import { instantText, parseInstant, type Instant } from './instant.ts'
import { lazyProperty } from './lazy-property.ts'
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
    case 'sheet-published':
      return publicationOf(body, { position, at, institutionId, kind })
    case 'rates-checked':
    case 'rates-verified':
      return { position, at, institutionId, kind }
    default:
      kind satisfies never
      throw new Error(`Entry ${position} is of the unknown kind ${stored.kind}.`)
  }
}

type Publication = Extract<Draft, { kind: 'sheet-published' }> & Entry
type PublicationBody = Pick<Publication, 'changes' | 'sample'> & {
  sheet: Omit<Sheet, 'institutionId' | 'scrapedAt'> & { scrapedAt: string }
}

/** The changes of an entry that comes from a store; the market reads their text (`scan-changes.ts`). */
export const storedChanges = lazyProperty('changes', (text: string) => {
  return JSON.parse(text) as Publication['changes']
})
const storedOffers = lazyProperty('offers', (text: string) => JSON.parse(text) as Sheet['offers'])

/**
 * Of a canonical text, the changes and the offers are read when they are first asked for: of a long book's 14,000 sheets
 * nobody asks for the offers of more than the last few. No string of JSON holds the marks: in it a quote would be escaped.
 */
function publicationOf(
  body: string,
  head: Pick<Publication, 'position' | 'at' | 'institutionId' | 'kind'>,
): Publication {
  const changes = body.indexOf('],"sample":') + 1
  const offers = body.indexOf('"offers":[', changes) + '"offers":'.length
  const afterOffers = body.lastIndexOf('],"scrapedAt":') + 1
  if (!body.startsWith(start) || changes === 0 || afterOffers <= offers) {
    const { sheet, ...rest } = JSON.parse(body) as PublicationBody
    return { ...head, ...rest, sheet: { ...sheet, ...restOf(sheet, head) } }
  }
  const { sheet, sample } = JSON.parse(
    `{${body.slice(changes + 1, offers)}[]${body.slice(afterOffers)}`,
  ) as PublicationBody
  const { offers: _, ...said } = sheet
  const read = { ...said, ...restOf(sheet, head) }
  return storedChanges.give(
    { ...head, sheet: storedOffers.give(read, body.slice(offers, afterOffers)), sample },
    body.slice(start.length, changes),
  )
}

const start = '{"changes":'

function restOf(
  { scrapedAt }: PublicationBody['sheet'],
  { institutionId }: Pick<Publication, 'institutionId'>,
): Pick<Sheet, 'institutionId' | 'scrapedAt'> {
  return { institutionId, scrapedAt: storedAt(scrapedAt) }
}

function storedAt(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new Error(`The book holds ${text} where an instant should stand.`)
  return at
}
