import type { Store } from '../../src/book/store/store.ts'
import type { Day } from '../../src/domain/day.ts'
import type { StoredEntry } from '../../src/domain/stored-entry.ts'
import { addCollected } from '../book/store/collected.ts'
import { checked, instant, offer, registered, sheet, writerFor } from '../book/store/drafts.ts'

const day = (number: number, hour = 0) =>
  new Date(Date.UTC(2026, 5, number, hour)).toISOString().replace('.000Z', 'Z')

/** Appends the book that the edits change: 23 entries of three institutions and a reviewer, and closes the store. */
export async function fillEditedBook(store: Store): Promise<readonly StoredEntry[]> {
  const writer = writerFor(store)
  const alpha = { name: 'Crédit Alpha' }
  await writer.add(
    registered('alpha', day(1), alpha),
    registered('beta', day(1), { type: 'nbfi', licenseType: 'licensed_finance_company' }),
    registered('gamma', day(1), { active: false }),
  )
  const small = offer('general 12 maturity', '9.50', '5000')
  const large = offer('general 12 maturity', '9.75', '100000')
  const monthly = offer('senior_citizen 6 monthly', '8')
  await writer.publish(sheet('alpha', day(2), [small, large, monthly]), day(2, 6))
  await writer.add(checked('alpha', day(3)))
  await writer.publish(sheet('beta', day(4), [offer('general 12 maturity', '10')]), day(4, 6))
  const raised = offer('general 12 maturity', '9.60', '5000')
  await writer.publish(sheet('alpha', day(5), [raised, large]), day(5, 6))
  await writer.add({ at: instant(day(6)), institutionId: 'beta', kind: 'rates-verified' })
  const threeMonths = offer('women 3 annual', '7')
  const years = offer('women 12-24 annual', '7.25')
  await writer.publish(sheet('beta', day(7), [threeMonths, years], { complete: false }), day(7, 6))
  const rating = { creditRating: 'A', ratingAgency: 'Fitch', ratingUpdated: '2026-06-08' as Day }
  await writer.add(registered('alpha', day(8), { ...alpha, ...rating }), checked('alpha', day(9)))
  await writer.publish(sheet('alpha', day(10), [raised, large, monthly]), day(10, 6))
  const attribution = { by: 'Asha', note: 'The page lists it.' }
  const figure = { tier: monthly, rate: monthly.rate }
  await writer.correct({ of: 7, cause: 'misread', figure, ...attribution }, day(11))
  await writer.correct({ of: 9, cause: 'wrong-page' }, day(12))
  await addCollected(writer, 'alpha', instant(day(13)))
  const batches = await Array.fromAsync(store.storedEntries(0))
  await store.close()
  return batches.flat()
}
