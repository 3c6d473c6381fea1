import type { ReceiptRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'
import { formatCorrected } from './receipt-texts.ts'
import { Fact } from './fact.tsx'

/** Later verifications and corrections. */
export function LaterEvents({ receipt }: { readonly receipt: ReceiptRow }) {
  const { timeZone, messages } = useApp()
  const { receipt: texts, corrections: correctionTexts, words } = messages
  const { later } = texts
  const verificationText = (count: number, time: string, { by_hand, by }: typeof last & {}) => {
    if (!by_hand) return later.unchangedByProgram({ count, time })
    return by === null
      ? later.unchangedBySomebody({ count, time })
      : later.unchangedByPerson({ count, time, name: by })
  }
  const { verification_count: count, last_verification: last, corrections } = receipt
  return (
    <section>
      <h2>{later.heading}</h2>
      <dl class="record">
        <Fact name={later.readAgain}>
          {last === null ? (
            later.notVerified
          ) : (
            <>
              {verificationText(count, words.time(last.verified_at, timeZone), last)}
              {last.capture_digests.map((digest) => (
                <small key={digest}>{later.digestThen({ digest: <code>{digest}</code> })}</small>
              ))}
            </>
          )}
        </Fact>
        {corrections.map((correction) => (
          <Fact
            key={correction.id}
            name={correction.retraction ? later.retracted : later.corrected}
          >
            <Rates correction={correction} />
            <small>
              {later.correctedAt({ time: words.time(correction.corrected_at, timeZone) })}{' '}
              {correctionTexts.causes[correction.cause]}{' '}
              {correction.note !== null && <q>{correction.note}</q>}
            </small>
          </Fact>
        ))}
      </dl>
    </section>
  )
}

type RatesProps = { readonly correction: ReceiptRow['corrections'][number] }

/** The published rate and the right one; for a retraction, the rate before the sheet. */
function Rates({ correction }: RatesProps) {
  const { messages } = useApp()
  const was = formatCorrected(correction.was_rate_pa, messages)
  const now = formatCorrected(correction.now_rate_pa, messages)
  if (correction.retraction) return <>{messages.receipt.later.before({ was, before: now })}</>
  return (
    <>
      <del>{was}</del> {now}
    </>
  )
}
