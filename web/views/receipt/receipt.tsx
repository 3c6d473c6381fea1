import { ProblemError } from '../../../src/serve/client/client.ts'
import type { ReceiptRow } from '../../api/api.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import { Link } from '../../app/router.tsx'
import type { Messages } from '../../messages/messages.ts'
import { formatRate } from '../../parts/figures.tsx'
import { EmptyState, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { MomentLink, ViewHeader } from '../../parts/view-header.tsx'
import { capitalize, quote } from '../../rates/format.ts'
import { FindReceipt } from './find-receipt.tsx'
import { ReceiptDetails } from './receipt-details.tsx'
import { isWrong, termsInWords } from './receipt-texts.ts'

/** The view of where one published figure comes from. */
export function ReceiptView() {
  const { id } = useApp().route
  return id === '' ? <FindReceipt /> : <ReceiptOf key={id} id={id} />
}

/** What the API answers, and when; no receipt if no published figure has the id. */
type ReceiptAnswer = {
  readonly receipt: ReceiptRow | undefined
  /** Whether the figure was corrected after the instant of the view. */
  readonly isCorrectedLater: boolean
  readonly seenAt: string
}

function ReceiptOf({ id }: { readonly id: string }) {
  const { client, presentClient, knownAt, isSampleEnd, now, messages } = useApp()
  const { receipt: texts } = messages
  const isPast = knownAt !== '' && !isSampleEnd
  const request = useRequest(id, async (signal): Promise<ReceiptAnswer> => {
    const [receipt, present] = await Promise.all(
      [client, ...(isPast ? [presentClient] : [])].map((one) =>
        one.getEvidence({ id }, { signal }).catch(undefinedIfMissing),
      ),
    )
    const known = receipt?.corrections.length ?? 0
    const isCorrectedLater = (present?.corrections.length ?? 0) > known
    return { receipt, isCorrectedLater, seenAt: `${now().toISOString().slice(0, 19)}Z` }
  })
  return (
    <>
      <ViewHeader {...headlineOf(id, request.value, messages)} />
      <QueryErrors errors={useQueryReader().errors()} />
      <RequestResult request={request} rows={12}>
        {({ receipt, isCorrectedLater, seenAt }) =>
          receipt === undefined ? (
            <EmptyState
              title={(isPast ? texts.noSuchFigureThen : texts.noSuchFigure)({ id: quote(id) })}
            >
              {texts.noSuchAdvice({ market: (text) => <Link to="">{text}</Link> })}
            </EmptyState>
          ) : (
            <>
              {isCorrectedLater && (
                <p class="provenance wrong">
                  {texts.correctedLater({
                    present: (text) => <MomentLink at="" text={text} />,
                  })}
                </p>
              )}
              <ReceiptDetails receipt={receipt} seenAt={seenAt} />
            </>
          )
        }
      </RequestResult>
    </>
  )
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof ProblemError && error.status === 404) return undefined
  throw error
}

function headlineOf(id: string, answer: ReceiptAnswer | undefined, messages: Messages) {
  const { receipt: texts } = messages
  if (answer === undefined) return { heading: texts.heading, title: texts.title }
  const { receipt } = answer
  if (receipt === undefined) return { heading: texts.noSuchHeading, title: texts.noSuchTitle }
  const [rate, name] = [formatRate(receipt.rate_pa), receipt.institution_name]
  return {
    kicker: texts.kicker({ id }),
    heading: headingOf(receipt, texts)({ rate, institution: name }),
    details: texts.terms({ terms: capitalize(termsInWords(receipt, messages)) }),
    title: texts.titleOf({ rate, institution: name }),
  }
}

function headingOf(receipt: ReceiptRow, texts: Messages['receipt']) {
  if (receipt.retracted) return texts.retractedFigureOf
  return isWrong(receipt) ? texts.wrongFigureOf : texts.figureOf
}
