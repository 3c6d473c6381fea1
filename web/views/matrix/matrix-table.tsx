import type { CanonicalDecimal } from '../../../src/domain/decimal.ts'
import { useMessages } from '../../app/app-context.ts'
import type { ByFreshness } from '../../api/background.ts'
import { useSetFilter } from '../../parts/filter-bar.tsx'
import { decimalPlaces } from '../../parts/figures.tsx'
import { shortestLimit } from '../../api/background.ts'
import { RowsByFreshness, ScrollRegion, useGrowingRows } from '../../parts/tables.tsx'
import { type BestRates, type ExceededColumns, MatrixRowCells } from './matrix-row.tsx'
import { type MatrixRow, mostColumns, mostCompared } from '../../rates/matrix-rows.ts'
import { ariaSort, type MatrixSort, nextSort } from '../../rates/matrix-sort.ts'
import { Link } from '../../app/router.tsx'

type MatrixTableProps = {
  /** Sorted. */
  readonly rows: ByFreshness<MatrixRow>
  /** The highest rate of each column that counts, also where a search hides it. */
  readonly best: BestRates
  /** The columns in which an older rate is higher. */
  readonly exceeded: ExceededColumns
  readonly columns: readonly CanonicalDecimal[]
  /** The number of tenures, of which the columns may be the common ones only. */
  readonly allTenures: number
  readonly sort: MatrixSort
  /** The institutions that are chosen for a comparison. */
  readonly chosen: readonly string[]
}

/** A row has an element for each tenure, so fewer rows are shown at once than in other lists. */
const rowsAtOnce = 30

/** The headline rates of institutions by tenure. */
export function MatrixTable(props: MatrixTableProps) {
  const { rows, columns, best, exceeded, allTenures, sort, chosen } = props
  const { matrix, words } = useMessages()
  const set = useSetFilter()
  const { shown, more } = useGrowingRows([...rows.counted, ...rows.older], rowsAtOnce)
  const rates = shown.flatMap(({ cells }) => [...cells.values()].map(({ offer }) => offer.rate_pa))
  const rowOf = (row: MatrixRow) => (
    <MatrixRowCells
      key={row.institution_id}
      row={row}
      columns={columns}
      best={rows.older.includes(row) ? new Map() : best}
      exceeded={exceeded}
      places={decimalPlaces(rates)}
      chosen={chosen}
    />
  )
  const head = (column: MatrixSort['column'], name: string, className?: string) => (
    <th key={column} scope="col" class={className} aria-sort={ariaSort(column, sort)}>
      <button
        type="button"
        title={matrix.sortBy({ column: name })}
        onClick={() => set('sort', nextSort(column, sort))}
      >
        {name}
      </button>
    </th>
  )
  return (
    <>
      <ChosenInstitutions chosen={chosen} />
      <ScrollRegion label={matrix.caption}>
        <table class="matrix">
          <caption class="visually-hidden">{matrix.caption}</caption>
          <thead>
            <tr>
              {head('name', matrix.institution)}
              {columns.map((tenure) => head(tenure, words.tenure(tenure), 'number'))}
            </tr>
          </thead>
          <RowsByFreshness
            olderTitle={matrix.older({
              institutions: words.institutions(rows.older.length),
              days: words.days(
                shortestLimit(
                  rows.older.flatMap(({ cells }) => [...cells.values()].map(({ offer }) => offer)),
                ),
              ),
            })}
            rows={rows}
            shown={shown}
            columns={columns.length + 1}
          >
            {rowOf}
          </RowsByFreshness>
        </table>
      </ScrollRegion>
      {more}
      {(columns.length < allTenures || allTenures > mostColumns) && (
        <p>
          <button
            type="button"
            onClick={() => set('columns', columns.length < allTenures ? 'all' : '')}
          >
            {columns.length < allTenures
              ? matrix.allTenures({ count: allTenures })
              : matrix.commonTenures}
          </button>
        </p>
      )}
    </>
  )
}

/** The number of chosen institutions, and the link to their comparison. It keeps its place, so that the table does not jump. */
function ChosenInstitutions({ chosen }: { readonly chosen: readonly string[] }) {
  const { matrix } = useMessages()
  const set = useSetFilter()
  return (
    <p class="chosen" role="status">
      {chosen.length === 0 ? (
        <span>{matrix.chooseHeading}</span>
      ) : (
        <>
          <span>
            {matrix.chosen({ count: chosen.length })}{' '}
            {chosen.length === mostCompared && matrix.mostChosen}
          </span>{' '}
          <Link to="comparison">{matrix.compareThem}</Link>{' '}
          <button type="button" class="quiet" onClick={() => set('institutions', '')}>
            {matrix.chooseNone}
          </button>
        </>
      )}
    </p>
  )
}
