import type { ReceiptRow } from '../api.ts'
import { formatCount, formatTime } from '../format.ts'
import { causeSentences, formatCorrected } from '../parts/correction-texts.ts'
import { Fact } from './fact.tsx'

/** Later verifications and corrections; nothing if there are none. */
export function LaterEvents({ receipt }: { readonly receipt: ReceiptRow }) {
  const { verification_count: count, last_verification: last, corrections } = receipt
  return (
    <section>
      <h2>Since then</h2>
      <dl class="record">
        <Fact name="Read again">
          {last === null ? (
            'never confirmed after it was published'
          ) : (
            <>
              found unchanged {count > 1 && `${formatCount(count, 'time')}, last `}on{' '}
              {formatTime(last.verified_at)}
              {last.by_hand ? ` by ${last.by ?? 'a person'}` : ' by the program'}
              {last.capture_digests.map((digest) => (
                <small key={digest}>
                  SHA-256 of the page then <code>{digest}</code>
                </small>
              ))}
            </>
          )}
        </Fact>
        {corrections.map((correction) => (
          <Fact key={correction.id} name="Corrected">
            <del>{formatCorrected(correction.was_rate_pa)}</del>{' '}
            {formatCorrected(correction.now_rate_pa)}
            <small>
              {formatTime(correction.corrected_at)}. {causeSentences[correction.cause]}{' '}
              {correction.note !== null && <q>{correction.note}</q>}
            </small>
          </Fact>
        ))}
      </dl>
    </section>
  )
}
