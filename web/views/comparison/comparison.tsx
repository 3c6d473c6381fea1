import { useMemo } from 'preact/hooks'
import { canonicalDecimal } from '../../../src/domain/decimal.ts'
import { keyOf, payouts, variants } from '../../../src/domain/offer.ts'
import { useApp } from '../../app/app-context.ts'
import { loadBackground } from '../../api/background.ts'
import { DayField } from '../../parts/controls.tsx'
import { FilterBar, useSetFilter } from '../../parts/filter-bar.tsx'
import { PayoutField, TenureField, VariantField } from '../../parts/filter-fields.tsx'
import { EmptyBook, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { useQueryReader } from '../../app/query-reader.ts'
import { useRequest, withErrorOf } from '../../api/use-request.ts'
import { chooseInstitutions, matrixRows, columnsOf } from '../../rates/matrix-rows.ts'
import { ComparedTable } from './compared-table.tsx'
import { ComparisonChoice } from './comparison-choice.tsx'
import { ComparisonCurves } from './comparison-curves.tsx'
import { ComparisonHistory } from './comparison-history.tsx'
import { loadOpenOffers } from '../../rates/open-offers.ts'

/** The view that compares up to five institutions: their rates over time, by tenure, and now. */
export function ComparisonView() {
  const { client, messages } = useApp()
  const { changes, filters, matrix, words } = messages
  const set = useSetFilter()
  const reader = useQueryReader()
  const tenure = reader.tenure('tenure')
  const payout = reader.choice('payout', payouts, 'maturity')
  const variant = reader.choice('variant', variants, 'general')
  const { from, until } = reader.range()
  const named = reader.list('institutions')
  const summary = useRequest('', async (signal) => (await client.getSummary({}, { signal })).rows)
  const request = useRequest(`${variant} ${payout}`, async (signal) => {
    const [offers, background] = await Promise.all([
      loadOpenOffers(client, { variant, payout }, signal),
      loadBackground(client, signal),
    ])
    return { offers, background, variant, payout }
  })
  const { offers = [], background } = request.value ?? {}
  const answer = useMemo(() => {
    if (background === undefined) return undefined
    const tenures = new Set([...columnsOf(offers), canonicalDecimal(tenure)])
    return { rows: matrixRows(offers, background.institutions, [...tenures]), background }
  }, [offers, background, tenure])
  // The terms must match the figures, which are those of the previous request until a new answer arrives.
  const { variant: shownVariant = variant, payout: shownPayout = payout } = request.value ?? {}
  const shown = { tenure, payout: shownPayout, variant: shownVariant }
  const { institutions } = background ?? {}
  const { chosen, errors } = chooseInstitutions(named, institutions, matrix)
  const rows = chosen.flatMap((id) => institutions?.get(id) ?? [])
  const days = [
    from === '' ? [] : changes.from({ day: words.day(from) }),
    until === '' ? [] : changes.until({ day: words.day(until) }),
  ].flat()
  // More than two names are too long for a heading.
  const names =
    rows.length > 2 ? words.institutions(rows.length) : rows.map(({ name }) => name).join(', ')
  return (
    <>
      <ViewHeader
        kicker={words.terms(shown)}
        title={matrix.comparison}
        heading={names === '' ? matrix.chooseHeading : matrix.comparisonHeading({ names })}
      />
      <FilterBar chosen={[words.terms(shown), ...days].join(', ')}>
        <TenureField
          value={tenure}
          summary={summary.value}
          filter={{ payout, variant }}
          offers={offers}
        />
        <PayoutField value={payout} />
        <VariantField value={variant} />
        <DayField label={filters.from} value={from} onChange={(day) => set('from', day)} />
        <DayField label={filters.until} value={until} onChange={(day) => set('until', day)} />
      </FilterBar>
      <QueryErrors errors={[...reader.errors(), ...errors]} />
      <RequestResult request={withErrorOf(request, summary)} rows={12}>
        {() =>
          answer === undefined || answer.background.currency === '' ? (
            <EmptyBook />
          ) : (
            <>
              <ComparisonChoice chosen={chosen} tenure={tenure} {...answer} />
              {chosen.length > 0 && (
                <>
                  <ComparedTable institutions={rows} terms={shown} {...answer} />
                  <ComparisonHistory
                    key={`${chosen.join(' ')} ${keyOf(shown)}`}
                    institutions={rows}
                    terms={shown}
                    rows={answer.rows}
                    from={from}
                    until={until}
                  />
                  <ComparisonCurves institutions={rows} terms={shown} {...answer} />
                </>
              )}
            </>
          )
        }
      </RequestResult>
    </>
  )
}
