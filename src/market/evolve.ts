import { compareText } from '../domain/decimal.ts'
import type { Change } from '../domain/change.ts'
import type { Entry } from '../domain/entry.ts'
import { keyOf, type Offer, type TermsKey } from '../domain/offer.ts'
import { append, emptyLog } from './log.ts'
import type {
  HistoryRecord,
  InstitutionBook,
  Market,
  Registration,
  Series,
  SeriesStep,
  Standing,
} from './market.ts'

type Publishing = Extract<Entry, { kind: 'sheet-published' }>

/** The market after one more entry. Throws if the entry is not the next one: a book has no gaps. */
export function evolve(market: Market, entry: Entry): Market {
  if (entry.position !== market.position + 1 || entry.at < market.at) {
    throw new Error(`Entry ${entry.position} does not follow position ${market.position}.`)
  }
  const before = market.institutions.get(entry.institutionId)
  const book = evolveInstitution(before, entry)
  const next = {
    ...market,
    position: entry.position,
    at: entry.at,
    institutions: withInstitution(market.institutions, book, before === undefined),
  }
  if (entry.kind !== 'sheet-published') return next
  return {
    ...next,
    currency: market.currency ?? entry.sheet.currency,
    sample: market.sample || entry.sample,
    changes: append(market.changes, recordsOf(entry).filter(isMove)),
  }
}

/** What is known of an institution after one more entry of its own: the meaning of every kind of entry. */
export function evolveInstitution(
  book: InstitutionBook | undefined,
  entry: Entry,
): InstitutionBook {
  if (entry.kind === 'institution-registered') return register(book, entry)
  if (book === undefined) {
    throw new Error(
      `Entry ${entry.position} is of ${entry.institutionId}, which is not registered.`,
    )
  }
  switch (entry.kind) {
    case 'sheet-published':
      return publish(book, entry)
    case 'rates-checked':
      return { ...book, checkedAt: entry.at }
    case 'rates-verified':
      return {
        ...book,
        checkedAt: entry.at,
        standing: mapValues(book.standing, (standing) => ({ ...standing, confirmedAt: entry.at })),
      }
    default:
      throw entry satisfies never
  }
}

function register(book: InstitutionBook | undefined, entry: Registration): InstitutionBook {
  const { at, institution } = entry
  const nothingKnown = {
    registrations: emptyLog<Registration>(),
    series: new Map(),
    standing: new Map(),
    history: emptyLog<HistoryRecord>(),
    publication: undefined,
    checkedAt: undefined,
  }
  const known = book ?? nothingKnown
  return {
    ...known,
    institution,
    registrations: append(known.registrations, [{ at, institution }]),
  }
}

function publish(book: InstitutionBook, entry: Publishing): InstitutionBook {
  const { at, position, sheet, changes } = entry
  const { scrapedAt, sourceUrl } = sheet
  const checkedAt = book.checkedAt ?? scrapedAt
  const listed = Map.groupBy(sheet.offers, keyOf)
  const standing = new Map(book.standing)
  for (const change of changes) if (change.direction === 'withdrawn') standing.delete(keyOf(change))
  for (const [key, offers] of listed) {
    standing.set(key, {
      offers: offers as [Offer, ...Offer[]],
      scrapedAt,
      sourceUrl,
      confirmedAt: scrapedAt,
    })
  }
  return {
    ...book,
    series: changes.length === 0 ? book.series : evolveSeries(book.series, entry, standing),
    standing,
    history: append(book.history, recordsOf(entry)),
    publication: { sheet, position, at },
    checkedAt: checkedAt > scrapedAt ? checkedAt : scrapedAt,
  }
}

function evolveSeries(
  before: ReadonlyMap<TermsKey, Series>,
  { at, changes }: Publishing,
  standing: ReadonlyMap<TermsKey, Standing>,
): ReadonlyMap<TermsKey, Series> {
  const after = new Map(before)
  for (const change of changes) {
    const key = keyOf(change)
    after.set(key, nextSeries(before.get(key), change, at, standing.get(key)?.offers[0]))
  }
  return after
}

function nextSeries(
  series: Series | undefined,
  change: Change,
  at: Series['lastChangedAt'],
  headline: Offer | undefined,
): Series {
  const rate = change.direction === 'withdrawn' ? undefined : change.rate
  const steps = append(series?.steps ?? emptyLog<SeriesStep>(), [{ at, rate }])
  if (headline === undefined || change.direction === 'withdrawn') {
    if (series === undefined) throw new Error('The book withdraws an offer that it never had.')
    return { ...series, steps }
  }
  const { variant, tenure, payout, direction } = change
  const moved = direction === 'up' || direction === 'down'
  return {
    terms: series?.terms ?? { variant, tenure, payout },
    headline,
    lastChangedAt: at,
    trend: moved ? direction : (series?.trend ?? 'flat'),
    steps,
  }
}

function recordsOf({ at, position, institutionId, changes }: Publishing): HistoryRecord[] {
  const records: HistoryRecord[] = []
  for (const change of changes) {
    if (change.direction !== 'withdrawn') records.push({ ...change, institutionId, at, position })
  }
  return records
}

function isMove({ direction }: HistoryRecord): boolean {
  return direction === 'up' || direction === 'down'
}

function withInstitution(
  institutions: Market['institutions'],
  book: InstitutionBook,
  isNew: boolean,
): Market['institutions'] {
  const all = new Map(institutions).set(book.institution.id, book)
  return isNew ? new Map([...all].toSorted(([a], [b]) => compareText(a, b))) : all
}

function mapValues<K, V>(map: ReadonlyMap<K, V>, change: (value: V) => V): Map<K, V> {
  return new Map(Array.from(map, ([key, value]) => [key, change(value)]))
}
