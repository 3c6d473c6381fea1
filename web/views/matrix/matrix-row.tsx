import { type CanonicalDecimal, type Decimal, scaleOf } from '../../../src/domain/decimal.ts'
import { useMessages } from '../../app/app-context.ts'
import { latestConfirmation } from '../../api/background.ts'
import { CorrectionMark, StaleMark } from '../../parts/marks.tsx'
import { useSetFilter } from '../../parts/filter-bar.tsx'
import { formatRate } from '../../parts/figures.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { tenureText } from '../../parts/offer-texts.ts'
import { figureInWords } from '../../parts/receipt-link.tsx'
import { receiptPath } from '../../app/routes.ts'
import { Link } from '../../app/router.tsx'
import { type MatrixCell, type MatrixRow, mostCompared, rateOf } from '../../rates/matrix-rows.ts'

export type BestRates = ReadonlyMap<CanonicalDecimal, CanonicalDecimal>
export type ExceededColumns = Pick<ReadonlyMap<CanonicalDecimal, unknown>, 'has'>

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

export function MatrixRowCells({ row, columns, best, exceeded, places, chosen }: MatrixRowProps) {
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
