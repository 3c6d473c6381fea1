import { canonicalDecimal, compareDecimals, monthsOfDays, type Decimal } from '../domain/decimal.ts'
import {
  compareOffers,
  depositOf,
  keyOf,
  payouts,
  variants,
  type Offer,
  type Variant,
} from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import {
  currency,
  decimal,
  flag,
  identifier,
  instant,
  oneOf,
  optional,
  readObject,
  required,
  shown,
  text,
  url,
  whole,
  type Field,
} from './fields.ts'
import { collectProblems, type Problem, type Refuse } from './problem.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readText } from './read-text.ts'

/** The most offers that one sheet may list; the longest real one has fewer than a hundred. */
const offerLimit = 10_000

/** A sheet as it was read: the sheet if nothing is wrong with it, and else as much of its head as could be read. */
export type SheetReading = {
  readonly sheet: Sheet | undefined
  readonly head: Partial<Pick<Sheet, 'institutionId' | 'currency' | 'scrapedAt'>>
  readonly problems: readonly Problem[]
}

/** Reads a rate sheet in JSON or CSV (design, section 5), with all of its problems at once. */
export function readSheet(bytes: Uint8Array): SheetReading {
  const { problems, refuse } = collectProblems()
  const source = readText(bytes, refuse)
  if (source === undefined) return { sheet: undefined, head: {}, problems }
  // A lone text is JSON; a text and a comma are the first columns of a CSV that puts every cell in quotes.
  const isJson = /^\s*(?:[{[]|"[^"]*"\s*$|$)/.test(source)
  const value = isJson ? readJson(source, refuse) : readCsv(source, refuse)
  if (value === undefined) return { sheet: undefined, head: {}, problems }
  const { whole, head } = isJson
    ? readParts(value, refuse, inJson)
    : readParts(value, refuseInLines(problems, refuse), inCsv)
  // Every required key was read, or a problem says why not.
  return { sheet: problems.length === 0 ? (whole as Sheet) : undefined, head, problems }
}

/** Places as a CSV has them, `line 5, rate_pa`; what was refused there already is not refused again. */
function refuseInLines(problems: readonly Problem[], refuse: Refuse): Refuse {
  const refused = new Set(problems.map(({ place }) => place))
  return (code, place, message) => {
    const cell = place.replace(/^(line \d+)\./, '$1, ')
    const [line = ''] = cell.split(',')
    return refused.has(cell) || refused.has(line) ? undefined : refuse(code, cell, message)
  }
}

type PlaceOf = (index: number) => string
const inJson: PlaceOf = (index) => `offers[${index}]`
/** A CSV's first line names the columns. */
const inCsv: PlaceOf = (index) => `line ${index + 2}`

const percent = (most: string) => (value: Decimal) =>
  compareDecimals(value, '0' as Decimal) > 0 && compareDecimals(value, most as Decimal) <= 0
const rate = decimal('rate', percent('100'), 'above 0 and at most 100 percent')
const effectiveRate = decimal(
  'annual effective rate',
  percent('1000'),
  'above 0 and at most 1000 percent',
)
const tenure = decimal('tenure', percent('1200'), 'above 0 and at most 1200 months')
const deposit = decimal('minimum deposit', () => true, 'zero or more')
const variant = oneOf('variant', variants)

const offerShape = {
  product_variant: required(variant),
  tenure_months: optional(tenure),
  tenure_days: optional(whole('tenure in days', 1, 36_500)),
  payout_type: required(oneOf('payout', payouts)),
  rate_pa: required(rate),
  aer: optional(effectiveRate),
  min_deposit: optional(deposit),
  product: optional(text),
}

const covers: Field<Variant[]> = (value, place, refuse) => {
  if (!Array.isArray(value) || value.length === 0) {
    return refuse(
      'wrong-type',
      place,
      `${shown(value)} is not a list of variants; leave the key out to cover all.`,
    )
  }
  const named = value.map((item, index) => variant(item, `${place}[${index}]`, refuse))
  return named.includes(undefined) ? undefined : variants.filter((known) => named.includes(known))
}

const list: Field<unknown[]> = (value, place, refuse) =>
  Array.isArray(value)
    ? value
    : refuse('wrong-type', place, `${shown(value)} is not a list of offers.`)

const sheetShape = {
  institution_id: required(identifier),
  source_url: required(url),
  scraped_at: required(instant),
  currency: required(currency),
  complete: optional(flag),
  covers: optional(covers),
  offers: required(list),
}

function readParts(
  value: unknown,
  refuse: Refuse,
  placeOf: PlaceOf,
): { readonly whole?: Partial<Record<keyof Sheet, unknown>>; readonly head: SheetReading['head'] } {
  const read = readObject(value, sheetShape, '', refuse)
  if (read === undefined) return { head: {} }
  const { institution_id: institutionId, source_url: sourceUrl, scraped_at: scrapedAt } = read
  const covered = read.covers ?? variants
  const offers = readOffers(read.offers ?? [], covered, placeOf, refuse)
  if (read.offers?.length === 0) {
    refuse('no-offers', 'offers', 'The sheet lists no offer; a sheet lists at least one.')
  }
  const head = {
    ...(institutionId !== undefined && { institutionId }),
    ...(scrapedAt !== undefined && { scrapedAt }),
    ...(read.currency !== undefined && { currency: read.currency }),
  }
  const whole = { ...head, sourceUrl, complete: read.complete ?? true, covers: covered, offers }
  return { whole, head }
}

function readOffers(
  listed: readonly unknown[],
  covered: readonly Variant[],
  placeOf: PlaceOf,
  refuse: Refuse,
): Offer[] {
  if (listed.length > offerLimit) {
    refuse(
      'too-many-offers',
      'offers',
      `The sheet lists ${listed.length} offers; ${offerLimit} is the most that is read.`,
    )
    return []
  }
  const seen = new Map<string, string>()
  const offers: Offer[] = []
  for (const [index, item] of listed.entries()) {
    const place = placeOf(index)
    const offer = readOffer(item, place, refuse)
    if (offer === undefined) continue
    if (!covered.includes(offer.variant)) {
      refuse(
        'not-covered',
        place,
        `The offer's variant ${offer.variant} is not among those that the sheet covers.`,
      )
    }
    const key = `${keyOf(offer)} ${canonicalDecimal(depositOf(offer))}`
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      refuse(
        'duplicate-offer',
        place,
        `The same terms and minimum deposit stand at ${earlier}; keep one of the two.`,
      )
    }
    seen.set(key, earlier ?? place)
    offers.push(offer)
  }
  return offers.toSorted(compareOffers)
}

function readOffer(item: unknown, place: string, refuse: Refuse): Offer | undefined {
  const read = readObject(item, offerShape, place, refuse)
  if (read === undefined) return undefined
  const { tenure_days: tenureDays, product } = read
  const given = item as Record<string, unknown>
  const [hasMonths, hasDays] = [
    Object.hasOwn(given, 'tenure_months'),
    Object.hasOwn(given, 'tenure_days'),
  ]
  if (hasMonths && hasDays) {
    return refuse(
      'two-tenures',
      place,
      'Both tenure_months and tenure_days are given; keep the one that was printed.',
    )
  }
  if (!hasMonths && !hasDays) {
    return refuse(
      'no-tenure',
      place,
      'Neither tenure_months nor tenure_days is given; one is needed.',
    )
  }
  const months = tenureDays === undefined ? read.tenure_months : monthsOfDays(tenureDays)
  if (months === undefined || !read.product_variant || !read.payout_type || !read.rate_pa)
    return undefined
  return {
    variant: read.product_variant,
    tenure: months,
    payout: read.payout_type,
    rate: read.rate_pa,
    ...(tenureDays !== undefined && { tenureDays }),
    ...(read.min_deposit !== undefined && { minimumDeposit: read.min_deposit }),
    ...(read.aer !== undefined && { annualEffectiveRate: read.aer }),
    ...(product !== undefined && { product }),
  }
}
