import type { ReceiptRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'
import { Fact } from './fact.tsx'
import { makerOf } from './receipt-texts.ts'

/** When the figure was published, who entered or approved it, and what the checks found. */
export function Publication({ receipt }: { readonly receipt: ReceiptRow }) {
  const { timeZone, messages } = useApp()
  const { receipt: texts, words } = messages
  const { publication: names } = texts
  const { decisions, findings, reason, note, by_hand: isTyped, edited } = receipt
  return (
    <section>
      <h2>{names.heading}</h2>
      <dl class="record">
        <Fact name={names.published}>
          {words.time(receipt.published_at, timeZone)}
          <small>{names.position({ position: String(receipt.position) })}</small>
        </Fact>
        {(isTyped || edited === true) && decisions !== null && (
          <Fact name={isTyped ? names.typedBy : names.editedBy}>
            {makerOf(receipt) ?? names.nobodyNamed}
          </Fact>
        )}
        {decisions?.map((decision) => (
          <Fact
            key={`${decision.reviewer_id} ${decision.decided_at}`}
            name={names.decidedBy[decision.decision]}
          >
            {decision.reviewer_name}
            <small>{words.time(decision.decided_at, timeZone)}</small>
          </Fact>
        ))}
        {findings.length > 0 && (
          <Fact name={names.findings}>
            {findings.map(({ rule, message }) => (
              // The gate writes its findings in English.
              <span key={message} class="finding" lang="en">
                {message} <small>{names.rule({ rule })}</small>
              </span>
            ))}
          </Fact>
        )}
        {reason !== null && !decisions?.length && <Fact name={names.reason}>{reason}</Fact>}
        {note !== null && <Fact name={names.note}>{note}</Fact>}
      </dl>
    </section>
  )
}
