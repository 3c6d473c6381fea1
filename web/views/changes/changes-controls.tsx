import type { InstitutionRow, SummaryRow } from '../../api/api.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { Link } from '../../app/router.tsx'
import { pathWith } from '../../app/routes.ts'
import { withAllOption, DayField, SelectField } from '../../parts/controls.tsx'
import { useSetFilter, FilterBar } from '../../parts/filter-bar.tsx'
import {
  InstitutionField,
  PayoutField,
  TenureField,
  TypeField,
  VariantField,
} from '../../parts/filter-fields.tsx'
import { changeOrders, monthsUntil, type ChangesQuery } from './changes-filter.ts'

type ChangesControlsProps = {
  /** All institutions; none while they are loading. */
  readonly institutions: readonly InstitutionRow[]
  readonly summary: readonly SummaryRow[] | undefined
  readonly filter: ChangesQuery
  /** The filters in words. */
  readonly chosen: string
}

/** The filters of the changes. */
export function ChangesControls(props: ChangesControlsProps) {
  const { institutions, summary, filter, chosen } = props
  const { filters } = useMessages()
  const set = useSetFilter()
  const { type, institution, tenure, payout, variant, direction, from, until } = filter
  const offers = { ...(payout !== '' && { payout }), ...(variant !== '' && { variant }) }
  return (
    <FilterBar chosen={chosen}>
      <TypeField value={type} />
      <InstitutionField institutions={institutions} type={type} value={institution} />
      <TenureField value={tenure} summary={summary} filter={offers} anyLabel={filters.allTenures} />
      <PayoutField value={payout} anyLabel={filters.allPayouts} preset="" />
      <VariantField value={variant} allLabel={filters.allVariants} />
      <SelectField
        label={filters.direction}
        value={direction}
        options={withAllOption(filters.bothDirections, [
          { value: 'up', label: filters.raises },
          { value: 'down', label: filters.cuts },
        ])}
        onChange={(value, options) => set('direction', value, options)}
      />
      <Months filter={filter} />
      <DayField label={filters.from} value={from} onChange={(day) => set('from', day)} />
      <DayField label={filters.until} value={until} onChange={(day) => set('until', day)} />
    </FilterBar>
  )
}

/** Links that choose the days of this month or of the last one. */
function Months({ filter }: Pick<ChangesControlsProps, 'filter'>) {
  const { route, now, knownAt, messages } = useApp()
  const { changes } = messages
  const [thisMonth, lastMonth] = monthsUntil(knownAt === '' ? now() : new Date(knownAt))
  return (
    <ul class="presets" aria-label={changes.months}>
      {[
        { label: changes.thisMonth, days: thisMonth },
        { label: changes.lastMonth, days: lastMonth },
      ].map(({ label, days }) => (
        <li key={label}>
          <Link
            to={pathWith(route.path, route.query, days)}
            isCurrent={filter.from === days.from && filter.until === days.until}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Links that choose how the list is sorted and grouped. */
export function ChangesOrder({ order }: Pick<ChangesQuery, 'order'>) {
  const { route, messages } = useApp()
  const { changes } = messages
  return (
    <ul class="presets" aria-label={changes.order}>
      {changeOrders.map((one) => (
        <li key={one}>
          <Link
            to={pathWith(route.path, route.query, { order: one === 'day' ? '' : one })}
            isCurrent={one === order}
          >
            {changes.orders[one]}
          </Link>
        </li>
      ))}
    </ul>
  )
}
