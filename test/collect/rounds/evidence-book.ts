import { enteredSheet } from '../../../src/book/publish/decide-sheet.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { digestOfBody, type Captures } from '../../../src/collect/captures/captures.ts'
import { monthsOfDays, type Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { compareTiers, tierOf, type Offer } from '../../../src/domain/offer.ts'
import {
  pageFormats,
  type OfferCells,
  type Origin,
  type PageFormat,
} from '../../../src/domain/origin.ts'
import { instant, offer, registered, sheet, writerFor } from '../../book/store/drafts.ts'
import { printRows, type PrintedRow } from './printed-rows.ts'

const general = (
  tenures: string,
  [rate, aer]: readonly [string, string],
  deposit: string,
  days: Pick<Offer, 'tenureDays' | 'tenureToDays'> = {},
): Offer => ({
  ...offer(`general ${tenures} maturity`, rate, deposit),
  annualEffectiveRate: aer as Decimal,
  ...days,
})

/** What a source definition adds to the texts of a row. */
type Declared = {
  readonly factor?: string
  readonly decimal?: ','
  readonly tenureMeans?: string
  readonly minimumMeans?: string
}

/** Offers and how their page prints them: rate and AER in one cell or in two, by several marks, digits, languages and labels. */
const allPrinted: readonly (readonly [Offer, PrintedRow, Declared?])[] = [
  [
    general('3', ['8.00', '8.24'], '5000'),
    { tenure: '3 Months', rate: '8.00% (AER 8.24)', minimumDeposit: 'Rs. 5,000' },
  ],
  [
    general(monthsOfDays(100), ['7.25', '7.46'], '10000', { tenureDays: 100 }),
    { tenure: '100 Days', rate: '7.25', annualEffectiveRate: '7.46%', minimumDeposit: '10000' },
  ],
  [
    general('12', ['9.50', '9.50'], '1000000'),
    { tenure: '1 Year', rate: '9.50% (AER 9.50)', minimumDeposit: '1 Mn' },
  ],
  [
    general('24', ['3.75', '10.20'], '250000'),
    {
      tenure: '24',
      rate: '0.0375',
      annualEffectiveRate: '0.1020',
      minimumDeposit: '250,000',
    },
    { factor: '100', tenureMeans: '24 months' },
  ],
  [
    general('18', ['4.25', '4.31'], '25000'),
    { tenure: '18 Monate', rate: '4,25 % (eff. 4,31 %)', minimumDeposit: '25.000,00' },
    { decimal: ',' },
  ],
  [
    general('36', ['7.15', '7.35'], '500000'),
    {
      tenure: '३६ महीने',
      rate: '७.१५%',
      annualEffectiveRate: '७.३५%',
      minimumDeposit: '५,००,०००',
    },
  ],
  [
    general('9', ['6.75', '6.92'], '40000'),
    { tenure: '৯ মাস', rate: '৬.৭৫% (৬.৯২%)', minimumDeposit: '৪০,০০০' },
  ],
  [
    general('6', ['1.35', '1.36'], '50000'),
    { tenure: '六个月', rate: '１．３５％', annualEffectiveRate: '1.36', minimumDeposit: '50,000' },
  ],
  [
    general(`${monthsOfDays(46)}-${monthsOfDays(90)}`, ['5.45', '5.56'], '20000', {
      tenureDays: 46,
      tenureToDays: 90,
    }),
    { tenure: '46 to 90 days', rate: '5.45 (5.56)', minimumDeposit: '20,000' },
  ],
  [
    general(`24-${monthsOfDays(1094)}`, ['6.80', '6.97'], '30000', { tenureToDays: 1094 }),
    {
      tenure: '2 to under 3 years',
      rate: '6.80',
      annualEffectiveRate: '6.97',
      minimumDeposit: '30,000',
    },
  ],
  [
    general(monthsOfDays(91), ['4.62', '4.70'], '60000', { tenureDays: 91 }),
    { tenure: '13 weeks', rate: '4.62 (4.70)', minimumDeposit: '60,000' },
  ],
  [
    general('15', ['7.77', '7.91'], '2000000'),
    { tenure: 'Festival deposit', rate: '7.77 (7.91)', minimumDeposit: 'Wealth' },
    { tenureMeans: '15 months', minimumMeans: '2000000' },
  ],
]

/** The offers of a page of some format. The PDFs of the tests have the characters of ASCII only. */
function printedOn(format: PageFormat): typeof allPrinted {
  const isAscii = (row: PrintedRow) => /^[ -~]*$/.test(Object.values(row).join(''))
  return allPrinted
    .filter(([, row]) => format !== 'pdf' || isAscii(row))
    .toSorted(([a], [b]) => compareTiers(a, b))
}

/** The rows of the page of some format. */
export function printedRows(format: PageFormat): readonly PrintedRow[] {
  return printedOn(format).map(([, row]) => row)
}

function declaredCells(cells: OfferCells, declared: Declared | undefined): OfferCells {
  const { factor, decimal, tenureMeans, minimumMeans } = declared ?? {}
  const { rate, tenure, annualEffectiveRate: aer, minimumDeposit: minimum } = cells
  const mark = decimal === undefined ? {} : { decimal }
  return {
    ...cells,
    rate: { ...rate, ...mark },
    tenure: { ...tenure, ...(tenureMeans !== undefined && { means: tenureMeans }) },
    ...(aer && { annualEffectiveRate: { ...aer, ...mark } }),
    ...(minimum && {
      minimumDeposit: {
        ...minimum,
        ...mark,
        ...(minimumMeans !== undefined && { means: minimumMeans }),
      },
    }),
    ...(factor !== undefined && { factor }),
  }
}

function originOf(format: PageFormat, digest: string, rest: Partial<Origin>): Origin {
  const url = `https://${format}.example/rates`
  const capture = { page: 'rates', url, at: instant('2026-06-02T00:00:00Z'), digest, format }
  return {
    source: { file: `lk/${format}.yaml`, digest: '0'.repeat(64) },
    captures: [capture],
    nextDue: instant('2026-06-10T00:00:00Z'),
    ...rest,
  }
}

/**
 * Fills a book with an institution for each format: a held sheet, a published one, a verification with cells, and one that repeats the
 * published sheet.
 */
export async function fillEvidenceBook(
  store: Store,
  captures: Captures,
  formats: readonly PageFormat[] = pageFormats,
): Promise<readonly Entry[]> {
  const writer = writerFor(store)
  for (const [index, format] of formats.entries()) {
    const hour = (offset: number) =>
      `2026-06-02T${String(4 * index + offset).padStart(2, '0')}:00:00Z`
    const printed = printedOn(format)
    const offers = printed.map(([offer]) => offer)
    const { body, cells } = printRows(format, printedRows(format))
    const digest = await captures.put(body)
    if (digest !== digestOfBody(body)) throw new Error('The captures return another digest.')
    const own = cells.map((one, row) => declaredCells(one, printed[row]?.[2]))
    const origin = originOf(format, digest, { cells: own })
    const head = { institutionId: format }
    await writer.add(registered(format, hour(0)))
    const read = sheet(format, hour(0), offers)
    const finding = { rule: 'source', message: 'The source is new.' }
    const held = {
      sheet: read,
      findings: [finding],
      origin,
      comparedWith: 0,
      reviewers: 1,
    } as const
    await writer.add({ ...head, kind: 'sheet-held', at: instant(hour(0)), ...held })
    const book = writer.market().institutions.get(format)
    if (book === undefined) throw new Error(`${format} is not registered.`)
    const published = { ...head, kind: 'sheet-published' as const, sample: false, origin }
    await writer.add({ ...published, at: instant(hour(1)), ...enteredSheet(book, read) })
    const { position = 0 } = writer.entries().at(-1) ?? {}
    const tiers = offers.map(tierOf)
    const verified = { ...head, kind: 'rates-verified' as const, tiers }
    await writer.add({ ...verified, at: instant(hour(2)), origin })
    const repeated = originOf(format, digest, { repeats: position })
    await writer.add({ ...verified, at: instant(hour(3)), origin: repeated })
  }
  return writer.entries()
}
