import type { ReceiptRow } from '../api.ts'
import { formatDay } from '../format.ts'
import { causeSentences, formatCorrected } from '../parts/correction-texts.ts'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'
import { receiptPath } from '../receipt-path.ts'
import { isOfWithdrawal } from './withdrawal.ts'

type ReceiptProps = { readonly receipt: ReceiptRow }

/** What a reader must know first: whether the figure was wrong, and whether a person typed it. */
export function Provenance({ receipt }: ReceiptProps) {
  return (
    <>
      <Wrong receipt={receipt} />
      <div class={receipt.by_hand || receipt.edited ? 'provenance typed' : 'provenance'}>
        {receipt.by_hand ? <Typed receipt={receipt} /> : <Collected receipt={receipt} />}
        <Standing receipt={receipt} />
      </div>
    </>
  )
}

/** The last correction of the figure, or the retraction of its sheet. */
function Wrong({ receipt }: ReceiptProps) {
  const { corrections, retracted, institution_id } = receipt
  const last = corrections.at(-1)
  if (last === undefined && !retracted) return null
  return (
    <div class="provenance wrong">
      <p class="title">
        {last === undefined ? 'The whole rate sheet was retracted.' : titleOf(receipt, last)}
      </p>
      {last !== undefined && (
        <p>
          {retracted && 'The whole rate sheet was retracted. '}
          {causeSentences[last.cause]} {last.note !== null && <q>{last.note}</q>}{' '}
          <Link to={`correction?institution=${encodeURIComponent(institution_id)}`}>
            All corrections of this institution
          </Link>
        </p>
      )}
    </div>
  )
}

function titleOf(receipt: ReceiptRow, last: ReceiptRow['corrections'][number]): string {
  const day = formatDay(last.corrected_at)
  const right = correctedTo(last.now_rate_pa)
  return isOfWithdrawal(receipt, last)
    ? `A later rate sheet left this offer out. That was corrected on ${day}: ${right}.`
    : `This figure was corrected on ${day}: ${right}.`
}

function correctedTo(rate: string | null): string {
  return rate === null ? 'there was no such offer' : `${formatCorrected(rate)} is right`
}

function Typed({ receipt: { by, by_name: name, sample, captures } }: ReceiptProps) {
  return (
    <>
      <p class="title">A person typed this figure.</p>
      <p>
        {by === null ? 'The book does not name the person. ' : `Entered by ${name ?? by}. `}
        {captures.length === 0
          ? 'No page was captured, so nothing here proves it. '
          : 'The captured page is what the person saw; no program read the figure from it. '}
        Compare it with the institution’s own page.
        {sample && ' It is sample data, not a current rate.'}
      </p>
    </>
  )
}

function Collected({ receipt }: ReceiptProps) {
  const { decisions, findings, cells, edited, by, by_name: name } = receipt
  const isReviewed = decisions.length > 0
  return (
    <>
      <p class="title">
        A program read {edited ? 'the rate sheet' : 'this figure'} from the institution’s page
        {edited ? ', and a person edited it' : isReviewed && ', and a person approved it'}.
      </p>
      <p>
        {edited && `Edited by ${name ?? by}. `}
        {cells === null
          ? 'The page was captured. '
          : 'The page was captured, and before the figure was published it was found again at its place in the captured page. '}
        {!isReviewed &&
          findings.length === 0 &&
          'The checks found nothing implausible, so no person had to approve it.'}
      </p>
    </>
  )
}

/** Whether the figure is the current rate, and where the current one is. */
function Standing({ receipt }: ReceiptProps) {
  const { id, stands, standing_id: current, institution_id: institution } = receipt
  if (stands) return <p>It is the current rate.</p>
  if (current === null) {
    return (
      <p>
        No current offer has these terms and this minimum deposit.{' '}
        <Link to={institutionPath(institution)}>What the institution offers now</Link>
      </p>
    )
  }
  if (current === id) return <p>The corrected rate is the current one.</p>
  return (
    <p>
      It is not the current rate any more.{' '}
      <Link to={receiptPath(current)}>The receipt of the current rate</Link>
    </p>
  )
}
