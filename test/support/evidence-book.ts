import type { Decimal } from '../../src/domain/decimal.ts'
import type { Draft } from '../../src/domain/entry.ts'
import { tierOf, type Offer, type Sheet } from '../../src/domain/offer.ts'
import type { Origin } from '../../src/domain/origin.ts'
import { contextFromMarket } from '../../src/book/publish/context-from-store.ts'
import { decideSheet } from '../../src/book/publish/decide-sheet.ts'
import { validateSheet } from '../../src/book/publish/input/read-sheet.ts'
import { openBook, type Book } from './book.ts'
import { at } from './sample-market.ts'

/** Digests of captured pages, by a letter. */
export const digestOf = (letter: string): string => letter.repeat(64)

/** A run of the collector that captured one page, given by its digest. Each offer has cells that name it. */
export function originOf(when: string, digest: string, offers: readonly Offer[] = []): Origin {
  return {
    source: { file: 'lk/alpha.yaml', digest: digestOf('5') },
    captures: [
      {
        page: 'rates',
        url: 'https://alpha.example/rates',
        at: at(when),
        digest,
        format: 'html',
      },
    ],
    nextDue: at('2026-12-31T00:00:00Z'),
    ...(offers.length > 0 && {
      printedDate: {
        day: '2026-01-01' as never,
        cell: { address: '#char=0,10', text: '1 Jan 2026' },
      },
      cells: offers.map(({ rate, tenure }, index) => ({
        rate: {
          address: `#char=${index}00,${index}05`,
          text: `${rate.replace('.', ',')} %`,
          decimal: ',',
        },
        tenure: {
          address: `#char=${index}10,${index}15`,
          text: 'Special',
          means: `${tenure} months`,
        },
        column: { address: '#char=50,55', text: 'At maturity' },
      })),
    }),
  }
}

/** A sheet of alpha; an offer is written `12 9.5`, general and paid at maturity. */
export function sheetOf(when: string, offers: readonly string[]): Sheet {
  return {
    institutionId: 'alpha',
    sourceUrl: 'https://alpha.example/rates',
    scrapedAt: at(when),
    currency: 'LKR',
    complete: true,
    covers: ['general'],
    offers: offers.map((offer) => {
      const [tenure = '', rate = ''] = offer.split(' ')
      return { variant: 'general', tenure, payout: 'maturity', rate } as Offer
    }),
  }
}

/** Publishes a sheet, with the origin and the hold of some details. */
export function publish(
  book: Book,
  when: string,
  sheet: Sheet,
  details: Partial<Extract<Draft, { kind: 'sheet-published' }>>,
): void {
  const context = contextFromMarket(book.market(), 'alpha')
  const verdict = decideSheet(context, validateSheet(sheet), {
    at: at(when),
    sample: false,
    ...details,
  })
  if (verdict.kind !== 'published') throw new Error(JSON.stringify(verdict))
  book.enter(verdict.draft)
}

/**
 * A book with a figure of every kind: typed at position 2; read, held, approved by two reviewers and published at 10; verified at
 * 11 and 12; held again, and still waiting, at 13.
 */
export function evidenceBook(): Book {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'women 6 monthly 8'])
  for (const [id, name] of [
    ['ann', 'Ann Perera'],
    ['zoe', 'Zoë'],
  ] as const) {
    const reviewer = { id, name }
    const when = at('2026-01-03T00:00:00Z')
    book.enter({ kind: 'reviewer-registered', institutionId: '', at: when, reviewer })
  }
  const rejected = sheetOf('2026-01-04T00:00:00Z', ['12 66.6'])
  hold(book, '2026-01-04T00:00:00Z', rejected, digestOf('b'))
  decideOn(book, '2026-01-04T01:00:00Z', 5, 'ann', 'rejected')
  const sheet = sheetOf('2026-01-05T00:00:00Z', ['3 7.25', '12 15.5'])
  hold(book, '2026-01-05T00:00:00Z', sheet, digestOf('c'))
  decideOn(book, '2026-01-05T01:00:00Z', 7, 'ann', 'approved', 'I called the bank.')
  decideOn(book, '2026-01-05T02:00:00Z', 7, 'zoe', 'approved', 'It is in the newspaper.')
  publish(book, '2026-01-05T02:00:00Z', sheet, {
    by: 'zoe',
    reason: 'approved by ann and zoe',
    findings: findingsOf(sheet),
    origin: originOf('2026-01-05T00:00:00Z', digestOf('c'), sheet.offers),
    hold: 7,
  })
  for (const [when, letter] of [
    ['2026-01-06T00:00:00Z', 'd'],
    ['2026-01-07T00:00:00Z', 'e'],
  ] as const)
    book.enter({
      kind: 'rates-verified',
      institutionId: 'alpha',
      at: at(when),
      tiers: sheet.offers.map(tierOf),
      origin: originOf(when, digestOf(letter), sheet.offers),
    })
  hold(
    book,
    '2026-01-08T00:00:00Z',
    sheetOf('2026-01-08T00:00:00Z', ['3 77.7', '12 66.6']),
    digestOf('f'),
  )
  return book
}

function findingsOf({ offers }: Sheet) {
  return [
    { rule: 'gone-variant', message: 'A whole table is gone.' },
    ...offers.map((tier) => ({
      rule: 'rate-out-of-range',
      tier,
      now: tier.rate,
      limit: { name: 'highest_rate' as const, value: '15' as Decimal },
      message: `The rate of ${tier.tenure} months is ${tier.rate}.`,
    })),
  ]
}

/** Enters a held sheet of alpha that two reviewers must approve. */
export function hold(book: Book, when: string, sheet: Sheet, digest: string): void {
  book.enter({
    kind: 'sheet-held',
    institutionId: 'alpha',
    at: at(when),
    sheet,
    findings: findingsOf(sheet),
    origin: originOf(when, digest, sheet.offers),
    comparedWith: 2,
    reviewers: 2,
  })
}

function decision(when: string, of: number, by: string, word: 'approved' | 'rejected') {
  return {
    kind: 'sheet-decided',
    institutionId: 'alpha',
    at: at(when),
    by,
    hold: of,
    decision: word,
  } as const
}

function decideOn(
  book: Book,
  when: string,
  of: number,
  by: string,
  word: 'approved' | 'rejected',
  note = 'No.',
): void {
  book.enter({ ...decision(when, of, by, word), note })
}
