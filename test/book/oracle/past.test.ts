import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Correcting, Entry } from '../../../src/domain/entry.ts'
import { after, dayLength } from '../../../src/domain/instant.ts'
import { variants, type Terms } from '../../../src/domain/offer.ts'
import { evolve } from '../../../src/book/market/evolve.ts'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import { runs, someCorrection } from '../../support/generators.ts'
import { books, correctedBooks, correctionVerdict, type Book } from './books.ts'
import { answersOf, changeText, figureText, slowAnswersOf } from './past-answers.ts'
import { believedSheets, isSameTier } from './slow-believed.ts'
import { expectedChanges, expectedFigures, expectedRetraction } from './slow-published.ts'
import { entriesOf, isSameTerms, slowInstitutions, termsIn } from './slow.ts'

const earlier = (entries: readonly Entry[], position: number) =>
  entries.filter((entry) => entry.position < position)

/** The figures that a correction names, given the earlier entries of the institution. */
function slowFigures(
  past: readonly Entry[],
  { correction }: Pick<Correcting, 'correction'>,
  only: boolean,
) {
  const { of, isRetraction, figures } = correction
  if (isRetraction) return expectedRetraction(past, of).map(figureText)
  const figure = figures.find((one) => one.of === of)
  assert.ok(figure, `a correction of ${of} names a figure of that sheet`)
  return expectedFigures(past, { of, tier: figure, now: figure.now, only }).map(figureText)
}

function assertPast({ entries, market }: Book): void {
  for (const { id, active } of slowInstitutions(entries)) {
    const own = entriesOf(entries, id)
    for (const entry of own) {
      const { position } = entry
      if ('changes' in entry)
        assert.deepEqual(
          entry.changes.map(changeText),
          expectedChanges(own, position).map(changeText),
          `the changes at ${position}`,
        )
      if (entry.kind !== 'rate-corrected') continue
      const figures = entry.correction.figures.map(figureText)
      const past = earlier(own, position)
      // The entry does not say whether `--only` was given.
      const only = figures.length === 1
      assert.deepEqual(figures, slowFigures(past, entry, only), `the figures at ${position}`)
    }
    assert.deepEqual(answersOf(market, id), slowAnswersOf(own, active), id)
  }
}

test('the past: what stands, what changed and when it was confirmed follow from the entries', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: correctedBooks }, books), assertPast),
    runs(100_000, 500),
  )
})

test('a correction names every figure that it corrects', () => {
  fc.assert(
    fc.property(correctedBooks, someCorrection, ({ entries, market }, request) => {
      const verdict = correctionVerdict(market, 'alpha', request, after(market.at, dayLength))
      if (verdict?.kind !== 'corrected') return
      const { draft } = verdict
      assert.deepEqual(
        draft.correction.figures.map(figureText),
        slowFigures(entries, draft, request.only === true),
      )
    }),
    runs(6_000, 150),
  )
})

/** Whether two corrections have no figure in common, and neither retracts a sheet that the other corrects. */
function areOfDifferentFigures(a: Correcting, b: Correcting): boolean {
  const touches = (one: Correcting, other: Correcting) =>
    other.correction.figures.some(
      (figure) =>
        (one.correction.isRetraction && figure.of === one.correction.of) ||
        one.correction.figures.some((own) => own.of === figure.of && isSameTier(own, figure)),
    )
  return !touches(a, b) && !touches(b, a)
}

/** The market of some entries with the stored changes that follow from them. */
function marketOf(entries: readonly Entry[]): Market {
  const book: Entry[] = []
  for (const entry of entries) {
    book.push(entry)
    if ('changes' in entry)
      book[book.length - 1] = { ...entry, changes: expectedChanges(book, entry.position) }
  }
  return book.reduce(evolve, emptyMarket)
}

test('corrections of different figures may change places: the offers, changes and trends are the same', () => {
  fc.assert(
    fc.property(correctedBooks, ({ entries, market }) => {
      const { offers, changes, trends } = answersOf(market, 'alpha')
      for (const [index, second] of entries.entries()) {
        const first = entries[index - 1]
        if (first?.kind !== 'rate-corrected' || second.kind !== 'rate-corrected') continue
        if (!areOfDifferentFigures(first, second)) continue
        const swapped = entries.with(index - 1, { ...second, at: first.at, position: index })
        const book = swapped.with(index, { ...first, at: second.at, position: index + 1 })
        const { history: _, times: __, ...rest } = answersOf(marketOf(book), 'alpha')
        assert.deepEqual(rest, { offers, changes, trends }, `${index} and ${index + 1} swapped`)
      }
    }),
    runs(20_000, 150),
  )
})

/** The book in which the figures were right from the start: checks stand for corrections and retracted sheets. */
function rightBook(entries: readonly Entry[]): Entry[] {
  const sheets = believedSheets(entries)
  const known = termsIn(entries.filter((entry) => entry.kind === 'sheet-published'))
  return entries.map((entry): Entry => {
    const { at, position, institutionId } = entry
    const believed = sheets.find((sheet) => sheet.position === position)
    if (entry.kind === 'sheet-published' && believed !== undefined) {
      const { sheet, emptied } = believed
      const isAlone = (terms: Terms) =>
        ![...sheet.offers, ...emptied].some((one) => isSameTerms(one, terms))
      // A partial sheet that lists some terms with no tier is a complete one that leaves all other terms.
      const isPartial = !sheet.complete && emptied.length > 0
      const whole = { complete: true, covers: variants, leaves: known.filter(isAlone) }
      return { ...entry, sheet: { ...sheet, ...(isPartial && whole) } }
    }
    if (entry.kind !== 'sheet-published' && entry.kind !== 'rate-corrected') return entry
    return { at, position, institutionId, kind: 'rates-checked' }
  })
}

test('a book that was corrected believes the same as one whose figures were right from the start', () => {
  fc.assert(
    fc.property(correctedBooks, ({ entries, market }) => {
      const believed = ({ offers, trends, changes }: ReturnType<typeof answersOf>) => ({
        offers: offers.map((offer) => ({ ...offer, confirmedAt: undefined })),
        trends,
        changes: changes.map((change) => ({ ...change, previousSeenAt: undefined })),
      })
      const corrected = answersOf(market, 'alpha')
      const right = answersOf(marketOf(rightBook(entries)), 'alpha')
      assert.deepEqual(believed(corrected), believed(right))
      // A verification confirms what stood when it was entered, so it may confirm more in the book that was right (decision 077).
      for (const [index, { previousSeenAt }] of corrected.changes.entries())
        assert.ok((previousSeenAt ?? 0) <= (right.changes[index]?.previousSeenAt ?? 0))
      for (const [index, { confirmedAt }] of corrected.offers.entries())
        assert.ok((confirmedAt ?? 0) <= (right.offers[index]?.confirmedAt ?? 0))
    }),
    runs(20_000, 150),
  )
})
