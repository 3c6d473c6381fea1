import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bestRates } from '../../../../src/book/query/best-rates.ts'
import { corrections } from '../../../../src/book/query/corrections.ts'
import { comparison, currentOffers } from '../../../../src/book/query/current-offers.ts'
import { institutions } from '../../../../src/book/query/institutions.ts'
import { rateChanges } from '../../../../src/book/query/rate-changes.ts'
import { rateHistory } from '../../../../src/book/query/rate-history.ts'
import { dayOf, startOf } from '../../../../src/domain/day.ts'
import { institutionIds, runs } from '../../../support/generators.ts'
import { tierSheets } from '../../../support/sheet-generators.ts'
import { books, correctedBooks, publishAll } from '../books.ts'
import { compareExact } from '../exact.ts'
import { flatPage, flatRecord } from '../flat-record.ts'
import {
  isAskedIn,
  isOfferAskedIn,
  oneTerms,
  page,
  sinceIn,
  someDeposit,
  someInstitution,
  someMove,
  someSince,
  someTerms,
  someType,
} from '../parameters.ts'
import { figureText } from '../past-answers.ts'
import { slowBestRates } from '../slow-answers.ts'
import { slowHeadlines, slowHistory, slowMoves, slowOffers, slowReached } from '../slow-offers.ts'
import { slowCorrections } from '../slow-published.ts'
import { byText, entriesOf, slowInstitutions } from '../slow.ts'

/** Random books, and those of one institution whose sheets have many minimum deposits for few terms. */
const tierBooks = fc.oneof({ weight: 2, arbitrary: books }, tierSheets.map(publishAll))

test('institutions: by type, only active ones or all, ordered by id', () => {
  const parameters = fc.record({ type: someType, activeOnly: fc.boolean() })
  fc.assert(
    fc.property(books, parameters, ({ entries, market }, asked) => {
      const expected = slowInstitutions(entries)
        .filter(({ type }) => asked.type === undefined || type === asked.type)
        .filter(({ active }) => !asked.activeOnly || active)
      assert.deepEqual(institutions(market, asked), expected)
    }),
    runs(150),
  )
})

test('current offers: every tier of active institutions, or the best that an amount reaches, with the source of its last sheet', () => {
  const parameters = fc.record({
    institutionId: someInstitution,
    type: someType,
    deposit: someDeposit,
    ...someTerms,
  })
  fc.assert(
    fc.property(tierBooks, parameters, ({ entries, market }, asked) => {
      const { deposit, tenure } = asked
      const all = slowOffers(entries).filter(isOfferAskedIn(asked))
      const offers = deposit === undefined ? all : slowReached(all, deposit, tenure)
      const expected = offers
        .filter(({ institution: { id } }) => id === (asked.institutionId ?? id))
        .map(({ institution, offer, from: { sheet } }) => {
          const { currency, scrapedAt, sourceUrl } = sheet
          return { ...offer, institution, currency, scrapedAt, sourceUrl }
        })
      assert.deepEqual(currentOffers(market, asked).toArray(), expected)
    }),
    runs(300),
  )
})

test('history: newest first, for active and inactive institutions, page by page', () => {
  const parameters = fc.record({ ...someTerms, ...page })
  fc.assert(
    fc.property(books, parameters, ({ entries, market }, { limit, offset, ...terms }) => {
      const isAsked = isAskedIn(terms)
      for (const id of institutionIds) {
        const isKnown = slowInstitutions(entries).some((institution) => institution.id === id)
        const expected = slowHistory(entries, id)
          .filter((record) => isAsked('bank', record))
          .toReversed()
        const found = rateHistory(market, id, terms)
        assert.equal(found?.length, isKnown ? expected.length : undefined)
        const page = found && flatPage(found, { limit, offset })
        assert.deepEqual(page, isKnown ? expected.slice(offset, offset + limit) : undefined)
      }
    }),
    runs(200),
  )
})

test('changes: raises and cuts of all institutions and some terms on the days of a range, newest first', () => {
  const parameters = fc.record({
    institutionId: someInstitution,
    type: someType,
    direction: someMove,
    since: someSince,
    until: someSince,
    ...someTerms,
    ...page,
  })
  fc.assert(
    fc.property(books, parameters, ({ entries, market }, { since, until, ...rest }) => {
      const days = { since: sinceIn(entries, since), until: sinceIn(entries, until) }
      const asked = { ...rest, ...days }
      const isAsked = isAskedIn(asked)
      const expected = slowInstitutions(entries)
        .filter(
          ({ id, type }) => id === (asked.institutionId ?? id) && type === (asked.type ?? type),
        )
        .flatMap((institution) =>
          slowMoves(entries, institution.id).map((record) => ({ ...record, institution })),
        )
        .filter(({ direction }) => direction === (asked.direction ?? direction))
        .filter(({ at }) => asked.since === undefined || at >= startOf(asked.since))
        .filter(({ at }) => asked.until === undefined || dayOf(at) <= asked.until)
        .filter((record) => isAsked(record.institution.type, record))
        // The changes of one publication are in the order of its tiers, which a stable sort keeps.
        .toSorted((a, b) => a.position - b.position)
        .toReversed()
      const { records, count } = rateChanges(market, asked, asked)
      assert.equal(count, expected.length)
      const found = records.map((record) => ({
        ...flatRecord(record),
        institution: market.institutions.get(record.terms.institutionId)?.institution,
      }))
      assert.deepEqual(found, expected.slice(asked.offset, asked.offset + asked.limit))
    }),
    runs(300),
  )
})

test('compare: the headline offers for some terms, or the best that an amount reaches, highest rate first, then institution id', () => {
  const parameters = fc.record({ type: someType, deposit: someDeposit, ...oneTerms })
  fc.assert(
    fc.property(tierBooks, parameters, ({ entries, market }, asked) => {
      const { deposit, tenure } = asked
      const all = slowOffers(entries).filter(isOfferAskedIn(asked))
      const offers =
        deposit === undefined ? slowHeadlines(all, tenure) : slowReached(all, deposit, tenure)
      const expected = offers
        .map(({ institution, offer }) => ({ institution, offer }))
        .toSorted(
          (a, b) =>
            compareExact(b.offer.rate, a.offer.rate) || byText(a.institution.id, b.institution.id),
        )
      const found = comparison(market, asked).map(({ institution, offer }) => ({
        institution,
        offer,
      }))
      assert.deepEqual(found, expected)
    }),
    runs(300),
  )
})

test('best rates: the highest offer of each active institution, when its series last changed and how it moved', () => {
  const parameters = fc.record({ type: someType, deposit: someDeposit, limit: page.limit })
  fc.assert(
    fc.property(tierBooks, parameters, ({ entries, market }, asked) => {
      assert.deepEqual(
        bestRates(market, asked),
        slowBestRates(entries, asked.type, asked.deposit, asked.limit),
      )
    }),
    runs(300),
  )
})

test('corrections: every figure that a correction or a retraction changed, and no other', () => {
  fc.assert(
    fc.property(fc.oneof(correctedBooks, books), ({ entries, market }) => {
      const found = corrections(market, {}).map(({ entry, figure }) => {
        return { position: entry.position, figure: figureText(figure) }
      })
      const expected = slowInstitutions(entries)
        .flatMap(({ id }) => slowCorrections(entriesOf(entries, id)))
        .map(({ position, figure }) => ({ position, figure: figureText(figure) }))
        .toSorted((a, b) => a.position - b.position)
      assert.deepEqual(found, expected)
    }),
    runs(300),
  )
})
