import { emptyMarket } from '../../../src/book/market/market.ts'
import { enteredSheet } from '../../../src/book/publish/decide-sheet.ts'
import type { Store } from '../../../src/book/store/store.ts'
import type { Captures } from '../../../src/collect/captures/captures.ts'
import { pageContent } from '../../../src/collect/read/read-pages.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Draft } from '../../../src/domain/entry.ts'
import type { Finding } from '../../../src/domain/gate-limits.ts'
import { after } from '../../../src/domain/instant.ts'
import type { Offer } from '../../../src/domain/offer.ts'
import type { CapturedPage, OfferCells, Origin, PageFormat } from '../../../src/domain/origin.ts'
import { unrated } from '../../support/book.ts'
import { follow } from '../../support/follow.ts'
import { findingsIn } from '../../support/gate-sheets.ts'
import { at } from '../../support/sample-market.ts'
import { picture, ratePages, type PageRow } from './desk-pages.ts'

/** The time at the desk. */
export const deskNow = at('2026-06-10T12:00:00Z')
const registered = at('2026-06-01T00:00:00Z')

/** A bank with a held sheet. */
export type HeldBank = {
  readonly id: string
  readonly name?: string
  readonly format?: PageFormat
  /** Hours before the time of the desk. */
  readonly age: number
  /** The rows of its page now; the first sheet had the rates of `stood`. */
  readonly rows: readonly PageRow[]
  readonly stood?: readonly PageRow[]
  /** How many later sheets repeat the first one. */
  readonly repeats?: number
  readonly reviewers?: 1 | 2
  readonly findings?: readonly Finding[]
  /** Other bytes than the page of these rows, in which the figures have no cells. */
  readonly body?: Uint8Array
  readonly url?: string
  /** The bytes of a second captured page, `notes`, from which no figure was read. */
  readonly notes?: Uint8Array
}

/** Three rows as they stood; `rate12` replaces the rate of 12 months. */
export function rowsWith(rate12: string, aer12 = rate12): readonly PageRow[] {
  return [
    ['6 Months', '8.00%', '8.16%'],
    ['12 Months', `${rate12}%`, `${aer12}%`],
    ['24 Months', '9.50%', '9.08%'],
  ]
}

/** A writer of entries that keeps the market, so that changes are computed as `publish` does. */
type BookWriter = {
  readonly add: (...drafts: readonly Draft[]) => Promise<void>
  market: typeof emptyMarket
}

async function writerFor(store: Store): Promise<BookWriter> {
  const writer: BookWriter = {
    market: emptyMarket,
    async add(...drafts) {
      writer.market = follow(writer.market, await store.append(() => Promise.resolve(drafts)))
    },
  }
  return writer
}

/** Fills a book for the desk: reviewers ann, ben and cat, banks with held sheets, and one whose page is a picture. */
export async function fillDeskBook(
  store: Store,
  captures: Captures,
  banks: readonly HeldBank[],
): Promise<void> {
  const writer = await writerFor(store)
  await writer.add(
    ...['ann', 'ben', 'cat'].map((id): Draft => ({
      kind: 'reviewer-registered',
      at: registered,
      institutionId: '',
      reviewer: { id, name: `The ${id}` },
    })),
    ...banks.map((bank) => registration(bank.id, bank.name ?? `The ${bank.id}`)),
    registration('picture-bank', 'The Picture Bank'),
  )
  for (const { id, stood, repeats = 0 } of banks)
    if (stood !== undefined)
      for (let hour = 1; hour <= repeats + 1; hour++) await publish(writer, id, stood, hour)
  for (const bank of banks.toSorted((a, b) => b.age - a.age)) await hold(writer, captures, bank)
  const page: CapturedPage = {
    page: 'rates',
    url: 'https://picture-bank.example/rates.pdf',
    format: 'pdf',
    at: after(deskNow, -3_600_000),
    digest: await captures.put(picture),
  }
  await writer.add({
    kind: 'rates-checked',
    at: after(deskNow, -3_600_000),
    institutionId: 'picture-bank',
    outcome: 'failed',
    message: 'This PDF is an image; enter it by hand.',
    origin: originOf('picture-bank', [page], []),
  })
}

function registration(id: string, name: string): Draft {
  const institution = { ...unrated(id), name }
  return { kind: 'institution-registered', institutionId: id, at: registered, institution }
}

function sheetOf(id: string, rows: readonly PageRow[], scrapedAt: typeof deskNow, url?: string) {
  const offers = rows.map(([tenure, rate, aer]): Offer => ({
    variant: 'general',
    payout: 'maturity',
    minimumDeposit: '5000' as Decimal,
    tenure: tenure.replace(/ .*/, '') as Decimal,
    rate: rate.replace('%', '') as Decimal,
    annualEffectiveRate: aer.replace('%', '') as Decimal,
  }))
  return {
    institutionId: id,
    sourceUrl: url ?? `https://${id}.example/rates`,
    scrapedAt,
    currency: 'LKR',
    complete: true,
    covers: ['general'] as const,
    offers,
  }
}

async function publish(
  writer: BookWriter,
  id: string,
  rows: readonly PageRow[],
  hour: number,
): Promise<void> {
  const scrapedAt = after(registered, hour * 3_600_000)
  const book = writer.market.institutions.get(id)
  if (book === undefined) throw new Error(`${id} is not registered.`)
  const sheet = sheetOf(id, rows, scrapedAt)
  await writer.add({
    kind: 'sheet-published',
    institutionId: id,
    at: scrapedAt,
    sample: false,
    ...enteredSheet(book, sheet),
  })
}

function originOf(
  id: string,
  captures: readonly [CapturedPage, ...CapturedPage[]],
  cells: readonly OfferCells[],
): Origin {
  return {
    source: { file: `lk/${id}.yaml`, digest: '5'.repeat(64) },
    captures,
    nextDue: after(captures[0].at, 86_400_000),
    ...(cells.length > 0 && { cells }),
  }
}

/** Appends the held sheet of a bank. The places of its figures are those that the reader gives the cells. */
async function hold(writer: BookWriter, captures: Captures, bank: HeldBank): Promise<void> {
  const { id, age, rows, format = 'html', url = `https://${id}.example/rates`, name = id } = bank
  const when = after(deskNow, -age * 3_600_000)
  const body = bank.body ?? ratePages[format](name, rows)
  const page: CapturedPage = {
    page: 'rates',
    url,
    at: when,
    digest: await captures.put(body),
    format,
  }
  const notes: readonly CapturedPage[] =
    bank.notes === undefined
      ? []
      : [{ ...page, page: 'notes', digest: await captures.put(bank.notes), format: 'html' }]
  const cells = bank.body === undefined ? await cellsOf(body, format, rows) : []
  const book = writer.market.institutions.get(id)
  const sheet = sheetOf(id, rows, when, url)
  const stood = book?.entries.findLast(({ kind }) => kind === 'sheet-published')
  await writer.add({
    kind: 'sheet-held',
    institutionId: id,
    at: when,
    sheet,
    findings: bank.findings ?? findingsIn({ sheet, book }),
    origin: originOf(id, [page, ...notes], cells),
    comparedWith: stood?.position ?? 0,
    reviewers: bank.reviewers ?? 1,
  })
}

async function cellsOf(
  body: Uint8Array,
  format: PageFormat,
  rows: readonly PageRow[],
): Promise<readonly OfferCells[]> {
  const definition = {
    name: 'rates',
    url: 'https://x.example/',
    format,
    ...(format === 'json' && { path: ['rates'] }),
  }
  const content = await pageContent(
    { name: 'rates', format, day: '2026-06-10' as never, body },
    definition,
  )
  if ('failure' in content) throw new Error(content.failure)
  const all = content.tables.flatMap((table) => table.rows)
  const head = all.find((row) => row.some(({ text }) => text === 'At maturity'))
  return rows.map(([tenure, rate, aer]) => {
    const row = all.find(
      (cells) => cells[0]?.text === tenure && cells[1]?.text === rate && cells[2]?.text === aer,
    )
    const [tenureCell, rateCell, aerCell] = (row ?? []).map(({ address, text }) => ({
      address,
      text,
    }))
    const { address = '', text = '' } = head?.[1] ?? {}
    if (
      tenureCell === undefined ||
      rateCell === undefined ||
      aerCell === undefined ||
      head === undefined
    )
      throw new Error(`The page has no row ${tenure}: ${JSON.stringify(all)}`)
    return {
      tenure: tenureCell,
      rate: rateCell,
      annualEffectiveRate: aerCell,
      column: { address, text },
    }
  })
}
