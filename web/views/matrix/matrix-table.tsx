import { scaleOf, type CanonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import { latestConfirmation, shortestLimit, type CountedAndApart } from '../../api/background.ts'
import { useMessages } from '../../app/app-context.ts'
import { Link } from '../../app/router.tsx'
import { receiptPath } from '../../app/routes.ts'
import { decimalPlaces, formatRate } from '../../parts/figures.tsx'
import { useSetFilter } from '../../parts/filter-bar.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { CorrectionMark, StaleMark } from '../../parts/marks.tsx'
import { tenureText } from '../../parts/offer-texts.ts'
import { figureInWords } from '../../parts/receipt-link.tsx'
import { useGrowingRows, CountedAndApartRows, ScrollRegion } from '../../parts/tables.tsx'
import {
  mostColumns,
  mostCompared,
  rateOf,
  type MatrixCell,
  type MatrixRow,
} from '../../rates/matrix-rows.ts'
import { ariaSort, nextSort, type MatrixSort } from '../../rates/matrix-sort.ts'

type MatrixTableProps = {
  /** Sorted. */
  readonly rows: CountedAndApart<MatrixRow>
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
  const { shown, more } = useGrowingRows([...rows.counted, ...rows.apart], rowsAtOnce)
  const rates = shown.flatMap(({ cells }) => [...cells.values()].map(({ offer }) => offer.rate_pa))
  const rowOf = (row: MatrixRow) => (
    <MatrixRowCells
      key={row.institution_id}
      row={row}
      columns={columns}
      best={rows.apart.includes(row) ? new Map() : best}
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
          <CountedAndApartRows
            apartTitle={matrix.older({
              institutions: words.institutions(rows.apart.length),
              days: words.days(
                shortestLimit(
                  rows.apart.flatMap(({ cells }) => [...cells.values()].map(({ offer }) => offer)),
                ),
              ),
            })}
            rows={rows}
            shown={shown}
            columns={columns.length + 1}
          >
            {rowOf}
          </CountedAndApartRows>
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

type BestRates = ReadonlyMap<CanonicalDecimal, CanonicalDecimal>
type ExceededColumns = Pick<ReadonlyMap<CanonicalDecimal, unknown>, 'has'>

type MatrixRowProps = {
  readonly row: MatrixRow
  readonly columns: readonly CanonicalDecimal[]
  /** The highest rate of each column; empty for a row that is not counted. */
  readonly best: BestRates
  /** The columns in which an older rate is higher. */
  readonly exceeded: ExceededColumns
  readonly places: number
  readonly chosen: readonly string[]
}

function MatrixRowCells({ row, columns, best, exceeded, places, chosen }: MatrixRowProps) {
  const { matrix, words } = useMessages()
  const set = useSetFilter()
  const { institution_id: id, name, cells } = row
  const isChosen = chosen.includes(id)
  const offers = [...cells.values()].map(({ offer }) => offer)
  const latest = latestConfirmation(offers)
  const age = latest?.days_since_verified
  const isMixed = offers.some((offer) => offer.days_since_verified !== age)
  const next = isChosen ? chosen.filter((one) => one !== id) : [...chosen, id]
  return (
    <tr>
      <th scope="row">
        <input
          type="checkbox"
          aria-label={matrix.chooseOne({ name })}
          checked={isChosen}
          disabled={!isChosen && chosen.length >= mostCompared}
          onChange={() => set('institutions', next.join(','), { isReplacement: true })}
        />
        <InstitutionName id={id} name={name} />
        {latest?.is_stale === true && isMixed ? (
          <span class="stale">
            {matrix.newestConfirmed({ duration: words.duration(latest.days_since_verified) })}
          </span>
        ) : (
          <StaleMark confirmation={latest} />
        )}
      </th>
      {columns.map((tenure) => {
        const cell = cells.get(tenure)
        const rate = rateOf(cell)
        return (
          <td key={tenure} class="number">
            {cell !== undefined && (
              <Rate
                cell={cell}
                institutionName={name}
                places={places}
                isMarkedStale={cell.offer.is_stale && cell.offer.days_since_verified !== age}
                isBest={rate !== undefined && rate === best.get(tenure)}
                isExceeded={exceeded.has(tenure)}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}

type RateProps = {
  readonly cell: MatrixCell
  readonly institutionName: string
  readonly places: number
  /** Whether it is the highest of its column that counts, and whether an older one is higher. */
  readonly isBest: boolean
  readonly isExceeded: boolean
  /** Whether the rate is older than the mark of its row says. */
  readonly isMarkedStale: boolean
}

/** A rate that leads to its receipt. Figure spaces align its point: an element for each filler would be too many. */
function Rate({ cell, institutionName, places, isBest, isExceeded, isMarkedStale }: RateProps) {
  const { offer, better } = cell
  const messages = useMessages()
  const { matrix, market } = messages
  const figure = figureInWords(offer.rate_pa, institutionName, offer, messages)
  const best = isExceeded ? matrix.bestConfirmed : matrix.best
  const name = market.receiptOf({ figure: isBest ? best({ figure }) : figure })
  const text = formatRate(offer.rate_pa)
  const filler = '\u2007'.repeat(Math.max(0, places - scaleOf(text as Decimal)))
  return (
    <>
      <Link
        to={receiptPath(offer.id)}
        class={`to-receipt${isBest ? ' best' : ''}${isBest && isExceeded ? ' exceeded' : ''}`}
        label={name}
        title={offer.by_hand ? market.typedTitle : market.pageTitle}
      >
        {text + filler}
      </Link>
      {offer.product_variant !== 'general' && (
        <small>{messages.words.openTo(offer.product_variant)}</small>
      )}
      {offer.tenure_to_months !== null && <small>{tenureText(offer, messages.words)}</small>}
      {better !== undefined && (
        <small>
          {matrix.moreFrom({
            rate: formatRate(better.rate_pa),
            amount: messages.words.money.amount(better.min_deposit),
          })}
        </small>
      )}
      {isMarkedStale && (
        <small>
          <StaleMark confirmation={offer} />
        </small>
      )}
      {offer.correction_id !== null && (
        <small>
          <CorrectionMark institutionId={offer.institution_id} figure={figure} />
        </small>
      )}
    </>
  )
}
