import type { Decimal } from '../../../src/domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../../src/domain/institution.ts'
import { payouts, variants, type Payout, type Variant } from '../../../src/domain/offer.ts'
import type { InstitutionRow } from '../../api/api.ts'
import type { QueryReader } from '../../app/query-reader.ts'
import type { Messages } from '../../messages/messages.ts'

/** How the list of changes is sorted and grouped. */
export const changeOrders = ['day', 'institution', 'size'] as const

/** The filters of the changes, each of which is empty for all, and their order. */
export type ChangesQuery = {
  readonly type: InstitutionType | ''
  readonly tenure: Decimal | ''
  readonly payout: Payout | ''
  readonly variant: Variant | ''
  readonly direction: 'up' | 'down' | ''
  readonly institution: string
  readonly from: string
  readonly until: string
  readonly order: (typeof changeOrders)[number]
}

export function readChangesFilter(reader: QueryReader): ChangesQuery {
  const payout = reader.choice('payout', ['any', ...payouts], 'any')
  const { from, until } = reader.range()
  return {
    type: reader.optional('type', institutionTypes),
    tenure: reader.anyTenure('tenure', ''),
    payout: payout === 'any' ? '' : payout,
    variant: reader.optional('variant', variants),
    direction: reader.optional('direction', ['up', 'down']),
    institution: reader.text('institution'),
    from,
    until,
    order: reader.choice('order', changeOrders, 'day'),
  }
}

/** The filters as parameters of the API. */
export function parametersOf(filter: ChangesQuery) {
  const { type, tenure, payout, variant, direction, institution, from, until } = filter
  return {
    ...(type !== '' && { type }),
    ...(tenure !== '' && { tenure_months: tenure }),
    ...(payout !== '' && { payout_type: payout }),
    ...(variant !== '' && { variant }),
    ...(direction !== '' && { direction }),
    ...(institution !== '' && { institution_id: institution }),
    ...(from !== '' && { since: from }),
    ...(until !== '' && { until }),
  }
}

/** The filters in words, for the title of the table, which begins with the direction. */
export function filterTexts(
  filter: ChangesQuery,
  institutions: readonly InstitutionRow[],
  { words, changes }: Messages,
): readonly string[] {
  const { type, tenure, payout, variant, institution, from, until } = filter
  return [
    type === '' ? '' : words.types[type],
    institutions.find(({ id }) => id === institution)?.name ?? institution,
    tenure === '' ? '' : words.tenure(tenure),
    payout === '' ? '' : words.payouts[payout],
    variant === '' ? '' : words.variants[variant],
    from === '' ? '' : changes.from({ day: words.day(from) }),
    until === '' ? '' : changes.until({ day: words.day(until) }),
  ].filter((text) => text !== '')
}

/** The first and the last day of a month. */
type MonthDays = { readonly from: string; readonly until: string }

/** The UTC month of a time, and the one before. */
export function monthsUntil(now: Date): readonly [MonthDays, MonthDays] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return [monthDays(year, month), monthDays(year, month - 1)]
}

function monthDays(year: number, month: number): MonthDays {
  const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
  return { from: dayText(Date.UTC(year, month, 1)), until: dayText(Date.UTC(year, month + 1, 0)) }
}
