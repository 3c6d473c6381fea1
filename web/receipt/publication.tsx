import type { ReceiptRow } from '../api.ts'
import { capitalize, formatTime } from '../format.ts'
import { Fact } from './fact.tsx'

/** When the figure was published, who typed or approved it, and what the checks found. */
export function Publication({ receipt }: { readonly receipt: ReceiptRow }) {
  const { decisions, findings, reason, note, by, by_name: name, by_hand: isTyped, edited } = receipt
  return (
    <section>
      <h2>How it was published</h2>
      <dl class="record">
        <Fact name="Published">
          {formatTime(receipt.published_at)}
          <small>Position {receipt.position} of the book</small>
        </Fact>
        {(isTyped || edited) && (
          <Fact name={isTyped ? 'Typed by' : 'Edited by'}>{name ?? by ?? 'nobody is named'}</Fact>
        )}
        {decisions.map((decision) => (
          <Fact
            key={`${decision.reviewer_id} ${decision.decided_at}`}
            name={`${capitalize(decision.decision)} by`}
          >
            {decision.reviewer_name}
            <small>{formatTime(decision.decided_at)}</small>
            {decision.note !== null && (
              <small>
                Note: <q>{decision.note}</q>
              </small>
            )}
          </Fact>
        ))}
        {findings.length > 0 && (
          <Fact name="Checks that objected">
            {findings.map(({ rule, message }) => (
              <span key={message} class="finding">
                {message} <small>Rule {rule}</small>
              </span>
            ))}
          </Fact>
        )}
        {reason !== null && <Fact name="Reason given">{reason}</Fact>}
        {note !== null && decisions.every((decision) => decision.note !== note) && (
          <Fact name="Note">{note}</Fact>
        )}
      </dl>
    </section>
  )
}
