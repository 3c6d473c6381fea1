import { sameDecimal } from '../../../src/domain/decimal.ts'
import { hostOf } from '../../../src/domain/institution.ts'
import type { ReceiptRow } from '../../api/api.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath, receiptPath } from '../../app/routes.ts'
import type { Messages } from '../../messages/messages.ts'
import { toDecimal } from '../../rates/format.ts'
import { formatCorrected, isOfWithdrawal, isRight, makerOf, pageOf } from './receipt-texts.ts'

type ReceiptProps = { readonly receipt: ReceiptRow }

/** What a reader must know first: whether the figure was wrong, and whether a person typed it. */
export function Provenance({ receipt }: ReceiptProps) {
  return (
    <>
      <Wrong receipt={receipt} />
      <div class={receipt.by_hand || receipt.edited === true ? 'provenance typed' : 'provenance'}>
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
        {by !== null && `${texts.correctedBy({ name: by })} `}
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
  const rate = formatCorrected(last.now_rate_pa, messages)
  const hadOffer = last.now_rate_pa !== null
  if (last.retraction)
    return hadOffer ? texts.retracted({ day, rate }) : texts.retractedNoOffer({ day })
  if (isOfWithdrawal(receipt, last)) {
    return hadOffer
      ? texts.correctedWithdrawal({ day, rate })
      : texts.correctedWithdrawalNoOffer({ day })
  }
  if (isRight(receipt, last)) return texts.correctedBack({ day, rate })
  return hadOffer ? texts.corrected({ day, rate }) : texts.correctedNoOffer({ day })
}

function Typed({ receipt }: ReceiptProps) {
  const { receipt: texts } = useMessages()
  const { sample, captures, unread, decisions, findings } = receipt
  const maker = makerOf(receipt)
  const { typedDetails: details } = texts
  const isCaptured = captures.length > 0
  const { address, isOwn } = pageOf(receipt)
  const isMissing = findings.some(({ rule }) => rule === 'not-on-page')
  const proof = unread
    ? isCaptured
      ? details.unreadCaptured
      : details.unread
    : isMissing
      ? details.notOnPage
      : isCaptured
        ? details.captured
        : details.notCaptured
  const sentences = [
    decisions === null
      ? texts.mirrored
      : maker === null
        ? details.unnamed
        : details.by({ name: maker }),
    proof,
    isOwn ? details.compare : texts.elsewhere({ host: hostOf(address) }),
    ...(sample ? [details.sample] : []),
  ]
  return (
    <>
      <p class="title">{texts.typed}</p>
      <p>{sentences.join(' ')}</p>
    </>
  )
}

function Collected({ receipt }: ReceiptProps) {
  const { receipt: texts } = useMessages()
  const { decisions, findings, cells } = receipt
  const { collected, collectedDetails: details } = texts
  const isEdited = receipt.edited === true
  const isReviewed = decisions === null || decisions.length > 0
  const { address, isOwn } = pageOf(receipt)
  const host = hostOf(address)
  const title = isEdited ? collected.edited : isReviewed ? collected.reviewed : collected.read
  const sentences = [
    ...(isOwn ? [] : [texts.elsewhere({ host })]),
    ...(isEdited ? [details.editedBy({ editor: makerOf(receipt) ?? '' })] : []),
    cells === null ? details.captured : details.proved,
    ...(isReviewed || findings.length > 0 ? [] : [details.plausible]),
    ...(decisions === null ? [texts.mirrored] : []),
  ]
  return (
    <>
      <p class="title">{title({ page: isOwn ? texts.ownPage : host })}</p>
      <p>{sentences.join(' ')}</p>
    </>
  )
}

/** Whether the figure is the current rate, or was on a past day, and how sure that is, and where the current one is. */
function Standing({ receipt }: ReceiptProps) {
  const { knownAt, isSampleEnd, messages } = useApp()
  const { receipt: texts, words } = messages
  const standing = knownAt !== '' && !isSampleEnd ? texts.onThatDay : texts
  const { id, stands, retracted, institution_id: institution } = receipt
  const { standing_id: current, standing_rate_pa: rate } = receipt
  const { confirmation } = receipt
  if (current === null || confirmation === null) {
    return (
      <p>
        {standing.noCurrent} <Link to={institutionPath(institution)}>{standing.offeredNow}</Link>
      </p>
    )
  }
  if (current === id) {
    const {
      last_verified_at: confirmedAt,
      days_since_verified: days,
      is_stale: isOlder,
    } = confirmation
    const isSure = !receipt.sample && !isOlder
    const [current, last] = stands
      ? [standing.isCurrent, standing.isLast]
      : [standing.correctedIsCurrent, standing.correctedIsLast]
    const values = { age: words.freshness(days, isOlder), day: words.day(confirmedAt) }
    return (
      <p>
        {(isSure ? current : last)(values)}
        {isOlder && ` ${standing.isOlder({ limit: words.days(confirmation.stale_after_days) })}`}
      </p>
    )
  }
  const isSame = rate !== null && sameDecimal(toDecimal(rate), toDecimal(receipt.rate_pa))
  // The current rate is of a later sheet, but for a retracted sheet it may be of an earlier one.
  if (isSame && !retracted) {
    const link = <Link to={receiptPath(current)}>{current}</Link>
    return <p>{texts.listedAgain({ receipt: link })}</p>
  }
  return (
    <p>
      {!isSame && `${standing.notCurrent} `}
      <Link to={receiptPath(current)}>{texts.currentReceipt}</Link>
    </p>
  )
}
