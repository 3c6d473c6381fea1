import { compareText } from '../domain/decimal.ts'
import type { Entry, Publishing } from '../domain/entry.ts'
import { lazyProperty } from '../domain/lazy-property.ts'
import type { InstitutionBook, Market, Registration } from './market.ts'
import { rewind } from './ledger.ts'
import { appendRecords, isNewestVersion } from './records.ts'
import { confirmed, standingAfter, withSheet } from './standing.ts'

/** The market after one more entry. Throws if the entry is not the next one: a book has no gaps. */
export function evolve(market: Market, entry: Entry): Market {
  return follow(market, [entry])
}

/** The market after the entries that follow it; the view that it was given stays as it is. */
export function follow(market: Market, entries: Iterable<Entry>): Market {
  const wasNewest = isNewestVersion(market.records)
  try {
    return following(market, entries)
  } catch (error) {
    // Else whoever tries again would continue an older version, and copy a million rows at every attempt.
    if (wasNewest) rewind(market.records.ledger, market.records.length)
    throw error
  }
}

function following(market: Market, entries: Iterable<Entry>): Market {
  let { position, at, currency, sample, records } = market
  // Copied once, not for each entry: a book has thousands of entries for each of its institutions.
  const institutions = new Map(market.institutions)
  for (const entry of entries) {
    if (entry.position !== position + 1 || entry.at < at) {
      throw new Error(`Entry ${entry.position} does not follow position ${position}.`)
    }
    ;({ position, at } = entry)
    const { institutionId: id } = entry
    institutions.set(id, evolveInstitution(institutions.get(id), entry))
    if (entry.kind !== 'sheet-published') continue
    currency ??= entry.sheet.currency
    sample ||= entry.sample
    records = appendRecords(records, entry)
  }
  if (position === market.position) return market
  return { position, at, currency, sample, records, ...arranged(market, institutions) }
}

/** What is known of an institution after one more entry of its own: the meaning of every kind of entry. */
function evolveInstitution(book: InstitutionBook | undefined, entry: Entry): InstitutionBook {
  if (entry.kind === 'institution-registered') return register(book, entry)
  if (book === undefined) {
    throw new Error(
      `Entry ${entry.position} is of ${entry.institutionId}, which is not registered.`,
    )
  }
  const facts = factsOf(book)
  switch (entry.kind) {
    case 'sheet-published':
      return bookOf(publish(facts, entry))
    case 'rates-checked':
      return bookOf({ ...facts, checkedAt: entry.at })
    case 'rates-verified': {
      const readings = confirmed(facts.readings, entry.at)
      return bookOf({ ...facts, checkedAt: entry.at, readings })
    }
    default:
      throw entry satisfies never
  }
}

/** All but what is worked out of the rest. */
type Facts = Omit<InstitutionBook, 'standing'>

const standing = lazyProperty('standing', standingAfter)

function bookOf(facts: Facts): InstitutionBook {
  return standing.give({ ...facts }, facts.readings)
}

/** Named one by one: a spread would work out what stands, after each of the 14,000 sheets of a long book. */
function factsOf({
  institution,
  registrations,
  readings,
  publication,
  checkedAt,
}: InstitutionBook): Facts {
  return { institution, registrations, readings, publication, checkedAt }
}

function register(
  book: InstitutionBook | undefined,
  { at, institution }: Registration,
): InstitutionBook {
  const nothingKnown = {
    registrations: [],
    readings: [],
    publication: undefined,
    checkedAt: undefined,
  }
  const known = book === undefined ? nothingKnown : factsOf(book)
  const registrations = [...known.registrations, { at, institution }]
  return bookOf({ ...known, institution, registrations })
}

function publish(facts: Facts, { at, position, sheet }: Publishing): Facts {
  const { scrapedAt } = sheet
  const entered = { position, at }
  const checkedAt = facts.checkedAt ?? scrapedAt
  return {
    ...facts,
    readings: withSheet(facts.readings, sheet),
    // A copy (`readingOf` in `standing.ts` says why), not the entry: that keeps its text, of which this sheet lets go.
    publication: { ...entered, sheet },
    checkedAt: checkedAt > scrapedAt ? checkedAt : scrapedAt,
  }
}

/** The institutions by id, and their types: the same map as before, if all of them have the type that they had. */
function arranged(
  before: Market,
  books: ReadonlyMap<string, InstitutionBook>,
): Pick<Market, 'institutions' | 'types'> {
  const isLarger = books.size > before.institutions.size
  const institutions = isLarger
    ? new Map([...books].toSorted(([a], [b]) => compareText(a, b)))
    : books
  const types = new Map(Array.from(institutions, ([id, { institution }]) => [id, institution.type]))
  const isSame = types.entries().every(([id, type]) => before.types.get(id) === type)
  return { institutions, types: isSame ? before.types : types }
}
