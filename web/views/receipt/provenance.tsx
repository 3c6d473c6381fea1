import { sameDecimal } from '../../../src/domain/decimal.ts'
import type { ReceiptRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { toDecimal } from '../../rates/format.ts'
import type { Messages } from '../../messages/messages.ts'
import { formatCorrected } from './correction-texts.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import { receiptPath } from '../../app/receipt-path.ts'
import { isOfWithdrawal, isRight } from './correctness.ts'

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

/** The retraction of the sheet, else the last correction of the figure. */
function Wrong({ receipt }: ReceiptProps) {
  const messages = useMessages()
  const { receipt: texts, corrections: correctionTexts } = messages
  const { corrections, institution_id } = receipt
  const last = corrections.find(({ retraction }) => retraction) ?? corrections.at(-1)
  if (last === undefined) return null
  const by = last.by_name ?? last.by
  return (
    <div class="provenance wrong">
      <p class="title">{titleOf(receipt, last, messages)}</p>
      <p>
        {correctionTexts.causes[last.cause]} {last.note !== null && <q>{last.note}</q>}{' '}
        {by !== null && `${texts.correctedBy(by)} `}
        <Link to={`correction?institution=${encodeURIComponent(institution_id)}`}>
          {texts.allCorrections}
        </Link>
      </p>
    </div>
  )
}

function titleOf(
  receipt: ReceiptRow,
  last: ReceiptRow['corrections'][number],
  messages: Messages,
): string {
  const { receipt: texts, words } = messages
  const day = words.day(last.corrected_at)
  const right = last.now_rate_pa === null ? '' : formatCorrected(last.now_rate_pa, messages)
  if (last.retraction) return texts.retractedOn(day, right)
  if (isOfWithdrawal(receipt, last)) return texts.correctedWithdrawal(day, right)
  return isRight(receipt, last) ? texts.correctedBack(day, right) : texts.corrected(day, right)
}

function Typed({ receipt: { by, by_name: name, sample, captures, unread } }: ReceiptProps) {
  const { receipt: texts } = useMessages()
  const captured = { isCaptured: captures.length > 0, isUnread: unread }
  return (
    <>
      <p class="title">{texts.typed}</p>
      <p>{texts.typedDetails(by === null ? '' : (name ?? by), captured, sample)}</p>
    </>
  )
}

function Collected({ receipt }: ReceiptProps) {
  const { receipt: texts } = useMessages()
  const { decisions, findings, cells, edited, by, by_name: name } = receipt
  const collected = {
    isEdited: edited,
    isReviewed: decisions.length > 0,
    isProved: cells !== null,
    hasFindings: findings.length > 0,
    editor: name ?? by ?? '',
  }
  return (
    <>
      <p class="title">{texts.collected(collected)}</p>
      <p>{texts.collectedDetails(collected)}</p>
    </>
  )
}

/** Whether the figure is the current rate, and where the current one is. */
function Standing({ receipt }: ReceiptProps) {
  const { receipt: texts } = useMessages()
  const { id, stands, retracted, institution_id: institution } = receipt
  const { standing_id: current, standing_rate_pa: rate } = receipt
  if (stands) return <p>{texts.isCurrent}</p>
  if (current === null) {
    return (
      <p>
        {texts.noCurrent} <Link to={institutionPath(institution)}>{texts.offeredNow}</Link>
      </p>
    )
  }
  if (current === id) return <p>{texts.correctedIsCurrent}</p>
  const isSame = rate !== null && sameDecimal(toDecimal(rate), toDecimal(receipt.rate_pa))
  // The current rate is of a later sheet, but for a retracted sheet it may be of an earlier one.
  if (isSame && !retracted) {
    const link = <Link to={receiptPath(current)}>{current}</Link>
    return <p>{texts.listedAgain(link)}</p>
  }
  return (
    <p>
      {!isSame && `${texts.notCurrent} `}
      <Link to={receiptPath(current)}>{texts.currentReceipt}</Link>
    </p>
  )
}
