import type { Market } from '../../book/market/market.ts'
import { isRecord, type SeriesStep } from '../../book/market/rate-history.ts'
import type { BookSettings } from '../../domain/book-settings.ts'
import { institutionTypes } from '../../domain/institution.ts'
import { compareTiers } from '../../domain/offer.ts'
import { answerResult } from '../../serve/http/answer.ts'
import type { Endpoint, WireRow } from '../../serve/http/endpoint.ts'
import currentOffers from '../../serve/http/endpoints/current-offers.ts'
import institutions from '../../serve/http/endpoints/institutions.ts'
import { changeWriter } from '../../serve/http/records/change.ts'
import { institutionOf, insuranceRecord } from '../../serve/http/records/institution.ts'

/** The kinds of values that a column can have. Decimals, days and instants are texts in a row, as in JSON. */
export type ColumnKind = 'text' | 'decimal' | 'day' | 'instant' | 'flag'

export type Column = { readonly name: string; readonly kind: ColumnKind }

/** A table of a release. Each format reads the rows anew, so that none of them holds all rows. */
export type Table = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: () => Iterable<WireRow>
}

/** The columns that are not texts. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  tenure_months: 'decimal',
  tenure_to_months: 'decimal',
  rate_pa: 'decimal',
  prev_rate_pa: 'decimal',
  new_rate_pa: 'decimal',
  min_deposit: 'decimal',
  prev_min_deposit: 'decimal',
  scraped_at: 'instant',
  changed_at: 'instant',
  prev_changed_at: 'instant',
  prev_seen_at: 'instant',
  prev_withdrawn_at: 'instant',
  read_at: 'instant',
  printed_date: 'day',
  rating_updated: 'day',
  active: 'flag',
}

/** The three tables of a book. They follow from the book alone, so that anybody can make them again from it. */
export function releaseTables(market: Market): readonly Table[] {
  const listed = listTable('institutions', institutions, market)
  const isInsured = ({ id }: WireRow): boolean =>
    market.institutions.get(id as string)?.institution.insurance !== undefined
  return [
    listTable('offers', currentOffers, market),
    {
      name: 'changes',
      columns: columnsOf(changeWriter(true).columns),
      rows: () => changeRows(market),
    },
    {
      ...listed,
      rows: () =>
        Iterator.from(listed.rows()).map((row) =>
          isInsured(row) ? row : { ...row, insurance: null },
        ),
    },
  ]
}

/** How deposits are insured where the record of an institution does not say it: the one table that follows from settings. */
export function insuranceTable({ insurance }: BookSettings): Table {
  return {
    name: 'insurance',
    columns: columnsOf(['type', 'insurance']),
    rows: () =>
      institutionTypes.map((type) => ({
        type,
        insurance: insuranceRecord.write(insurance[type] ?? { status: 'unknown' }),
      })),
  }
}

/** The answer of an endpoint with all details as a table. */
function listTable(name: string, endpoint: Endpoint, market: Market): Table {
  const answer = () => {
    const result = answerResult(endpoint, { market, now: market.at }, { details: 'true' })
    if (result.kind !== 'list') throw new Error(`${endpoint.path} is not a list.`)
    return result
  }
  return { name, columns: columnsOf(answer().columns ?? []), rows: () => answer().rows }
}

function columnsOf(names: readonly string[]): readonly Column[] {
  return names.map((name) => ({ name, kind: kinds[name] ?? 'text' }))
}

/**
 * Every step of every series as believed now, oldest first: raises and cuts as `/rates/changes` has them, and also first rates,
 * returns at the same rate and withdrawals, which have no new rate.
 */
function* changeRows(market: Market): Generator<WireRow> {
  const { write } = changeWriter(true)
  for (const step of stepsOf(market)) {
    const institution = institutionOf(market, step.terms)
    if (isRecord(step)) {
      yield write({ ...step, institution })
      continue
    }
    const { minimumDeposit, previous } = step
    const row = write({
      ...step,
      institution,
      previousMinimumDeposit: minimumDeposit,
      rate: previous,
      direction: 'flat',
    })
    yield { ...row, new_rate_pa: null, direction: 'withdrawn' }
  }
}

/** The steps of all institutions in the order of the book; those of one entry in the order of tiers. */
function stepsOf({ institutions }: Market): readonly SeriesStep[] {
  const all: SeriesStep[] = []
  for (const { believed } of institutions.values())
    for (const steps of believed.series.values()) for (const step of steps) all.push(step)
  return all.sort(
    (a, b) => a.entry.position - b.entry.position || compareTiers(tierOf(a), tierOf(b)),
  )
}

function tierOf({ terms, minimumDeposit }: SeriesStep) {
  return { ...terms, minimumDeposit }
}
