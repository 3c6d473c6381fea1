import { useId } from 'preact/hooks'
import type { CanonicalDecimal } from '../../../src/domain/decimal.ts'
import { institutionTypes } from '../../../src/domain/institution.ts'
import { payouts, variants } from '../../../src/domain/offer.ts'
import type { EvidenceRow } from '../../api/api.ts'
import { loadBackground, shortestLimit } from '../../api/background.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import type { Messages } from '../../messages/messages.ts'
import { useSetFilter, FilterBar } from '../../parts/filter-bar.tsx'
import { PayoutField, StaleSwitch, TypeField, VariantField } from '../../parts/filter-fields.tsx'
import { EmptyBook, EmptyState, NoOffers, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { nameKey, quote } from '../../rates/format.ts'
import {
  bestOfColumns,
  chooseInstitutions,
  columnsOf,
  higherOlder,
  matrixRows,
  ratesOf,
  tenuresOf,
} from '../../rates/matrix-rows.ts'
import { parseSort, presetSort, sortRows } from '../../rates/matrix-sort.ts'
import { loadOpenOffers } from '../../rates/open-offers.ts'
import { ratesExport } from '../../rates/rates-export.ts'
import { Part } from '../../take-along/part.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { YieldCurve } from './yield-curve.tsx'

/** The view of every rate that a saver may take, of one payout: institutions by tenures, and the yield curve of the market. */
export function MatrixView() {
  const { client, messages } = useApp()
  const { matrix, words } = messages
  const reader = useQueryReader()
  const variant = reader.choice('variant', variants, 'general')
  const payout = reader.choice('payout', payouts, 'maturity')
  const type = reader.optional('type', institutionTypes)
  const includesOlder = reader.flag('stale')
  const find = reader.text('find')
  const sort = reader.text('sort')
  const hasAllTenures = reader.choice('columns', ['common', 'all'], 'common') === 'all'
  const named = reader.list('institutions')
  const request = useRequest(`${variant} ${payout}`, async (signal) => {
    const [offers, background] = await Promise.all([
      loadOpenOffers(client, { variant, tenure: undefined, payout }, signal),
      loadBackground(client, signal),
    ])
    return { offers, background, variant, payout }
  })
  // The terms must match the figures, which are those of the previous request until a new answer arrives.
  const shown = request.value ?? { variant, payout }
  const [paid, savers] = [words.payouts[shown.payout], words.variants[shown.variant]]
  const { institutions, currency = '' } = request.value?.background ?? {}
  const { chosen, errors } = chooseInstitutions(named, institutions, matrix)
  const ofType = (request.value?.offers ?? []).filter(
    ({ institution_id: id }) => type === '' || institutions?.get(id)?.type === type,
  )
  const rowsOf = (isShown?: (offer: EvidenceRow) => boolean) =>
    matrixRows(ofType, institutions ?? new Map(), columnsOf(ofType), isShown)
  const isOlder = (offer: EvidenceRow): boolean => offer.is_stale && !includesOlder
  const tenures = tenuresOf(rowsOf())
  const columns = hasAllTenures ? tenures.all : tenures.common
  const order = parseSort(sort, columns, presetSort(columns))
  // An institution whose rates were confirmed at different times has a row in each group.
  const counted = sortRows(
    rowsOf((offer) => !isOlder(offer)),
    order,
  )
  const older = sortRows(rowsOf(isOlder), order)
  const countedTenures = tenuresOf(counted).all
  const best = bestOfColumns(counted, columns)
  const higher = higherOlder(older, best)
  const isFound = ({ name }: { readonly name: string }): boolean =>
    nameKey(name).includes(nameKey(find))
  const found = { counted: counted.filter(isFound), apart: older.filter(isFound) }
  const shownIds = new Set([...found.counted, ...found.apart].map((row) => row.institution_id))
  return (
    <>
      <ViewHeader
        kicker={matrix.kicker({ payout: paid, variant: savers })}
        title={matrix.title}
        heading={
          currency === ''
            ? matrix.loadingHeading
            : counted.length === 0
              ? matrix.nothingConfirmed
              : matrix.heading({
                  institutions: words.institutions(shownIds.size),
                  count: columns.length,
                })
        }
        details={[
          ofType.length === 0 ? [] : matrix.details,
          best.size === 0 ? [] : higher.size === 0 ? matrix.marked : matrix.markedConfirmed,
          older.length === 0 ? [] : olderSentence(higher, messages),
          shown.variant === 'general' ? [] : matrix.unmarkedForEveryone,
        ]
          .flat()
          .join(' ')}
      />
      <FilterBar chosen={matrix.kicker({ payout: paid, variant: savers })}>
        <TypeField value={type} />
        <PayoutField value={payout} />
        <VariantField value={variant} />
        <SearchField name="find" label={matrix.find} hint={matrix.findHint} value={find} />
        <StaleSwitch value={includesOlder} />
      </FilterBar>
      <QueryErrors
        errors={[...reader.errors(), ...errors, ...sortErrors(sort, tenures.all, messages)]}
      />
      <RequestResult request={request} rows={16}>
        {({ background }) =>
          background.currency === '' ? (
            <EmptyBook />
          ) : ofType.length === 0 ? (
            <NoOffers hasOffers tenure="" />
          ) : (
            <>
              <YieldCurve
                rows={counted}
                hasOlder={older.length > 0}
                tenures={countedTenures}
                background={background}
                terms={shown}
              />
              {found.counted.length + found.apart.length === 0 ? (
                <EmptyState title={matrix.nobodyFound({ text: quote(find) })}>
                  {matrix.findOther}
                </EmptyState>
              ) : (
                <Part
                  id="matrix"
                  title={matrix.tableTitle({ payout: paid, variant: savers })}
                  table={ratesExport(
                    ratesOf([...counted, ...older].flatMap(({ cells }) => [...cells.values()])),
                    [],
                    background,
                    messages,
                  )}
                >
                  <MatrixTable
                    key={`${variant} ${payout} ${type}`}
                    rows={found}
                    best={best}
                    exceeded={higher}
                    columns={columns}
                    allTenures={tenures.all.length}
                    sort={order}
                    chosen={chosen}
                  />
                </Part>
              )}
            </>
          )
        }
      </RequestResult>
    </>
  )
}

/** Why older rates do not count, where some are higher than the best one of their column. */
function olderSentence(
  higher: ReadonlyMap<CanonicalDecimal, readonly EvidenceRow[]>,
  { matrix, words }: Messages,
): string {
  if (higher.size === 0) return matrix.olderUnmarked
  const days = words.days(shortestLimit([...higher.values()].flat()))
  return matrix.higherOlder({ count: higher.size, days })
}

/** The error of an address that sorts by a column that does not exist; none while the columns are loading. */
function sortErrors(
  text: string,
  columns: readonly CanonicalDecimal[],
  { errors }: Messages,
): readonly string[] {
  const preset = { column: 'name', isReversed: false } as const
  const isKnown = text === '' || parseSort(text, columns, preset) !== preset
  return isKnown || columns.length === 0
    ? []
    : [errors.invalid({ name: 'sort', text: quote(text), error: errors.notColumn })]
}

type SearchFieldProps = {
  /** The parameter of the address. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly value: string
}

/** A field that filters while the reader types. The address changes with it, without new entries of the browser's history. */
function SearchField({ name, label, hint, value }: SearchFieldProps) {
  const id = useId()
  const set = useSetFilter()
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        placeholder={hint}
        autocomplete="off"
        value={value}
        onInput={(event) => set(name, event.currentTarget.value, { isReplacement: true })}
      />
    </div>
  )
}
