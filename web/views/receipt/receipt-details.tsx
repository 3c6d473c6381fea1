import { hostOf } from '../../../src/domain/institution.ts'
import type { ReceiptRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'
import { pathWith, receiptPath } from '../../app/routes.ts'
import { formatRate } from '../../parts/figures.tsx'
import { CapturedPage, Fact } from './captured-page.tsx'
import { Provenance } from './provenance.tsx'
import { formatCorrected, makerOf, pageOf, termsInWords } from './receipt-texts.ts'
import { reportAddress, type ReportedFigure } from './report-address.ts'

type ReceiptDetailsProps = {
  readonly receipt: ReceiptRow
  /** When the reader saw it. */
  readonly seenAt: string
}

/** Everything about one published figure: whether it is right, where it was read, who published it, and what came later. */
export function ReceiptDetails({ receipt, seenAt }: ReceiptDetailsProps) {
  const { asOf, base, messages } = useApp()
  return (
    <div class="receipt">
      <Provenance receipt={receipt} />
      <ReportLink
        figure={{
          institution_id: receipt.institution_id,
          institution_name: receipt.institution_name,
          terms: termsInWords(receipt, messages),
          rate_pa: formatRate(receipt.rate_pa),
          source_url: receipt.source_url,
          receipt: new URL(base + receiptPath(receipt.id), location.href).href,
          seen_at: seenAt,
          position: String(asOf?.position ?? ''),
        }}
      />
      <CapturedPage receipt={receipt} />
      <Publication receipt={receipt} />
      <LaterEvents receipt={receipt} />
      <HowToCheck receipt={receipt} />
    </div>
  )
}

/** How anybody can check the receipt. */
function HowToCheck({ receipt }: { readonly receipt: ReceiptRow }) {
  const { base, knownAt, messages } = useApp()
  const { check } = messages.receipt
  const { address, isOwn } = pageOf(receipt)
  const page = (text: string) => <a href={address}>{text}</a>
  const path = pathWith(`evidence/${receipt.id}`, new URLSearchParams(), { known_at: knownAt })
  return (
    <section>
      <h2>{check.heading}</h2>
      <p>
        {receipt.by_hand
          ? isOwn
            ? check.compare({ page })
            : check.compareElsewhere({ page, host: hostOf(address) })
          : check.audit({ command: (text) => <code>{text}</code> })}{' '}
        {check.digest({
          position: String(receipt.position),
          digest: <code>{receipt.entry_digest}</code>,
        })}{' '}
        {check.forPrograms({
          address: <a href={base + path}>{`/${path}`}</a>,
        })}
      </p>
      {receipt.proof_url !== null && (
        <p>
          {check.proof({
            file: (text) => (
              <a href={receipt.proof_url ?? ''} download={`${receipt.id}.tlog-proof`}>
                {text}
              </a>
            ),
          })}
        </p>
      )}
    </section>
  )
}

type ReportLinkProps = {
  /** The figure, as the reader sees it. */
  readonly figure: ReportedFigure
}

/** A link to the operator, with everything about the figure filled in; nothing if the operator takes no reports. */
function ReportLink({ figure }: ReportLinkProps) {
  const { settings, messages } = useApp()
  const { report } = messages.receipt
  const { contact } = settings.operator
  if (contact === undefined) return null
  const name = report.linkOf({
    rate: figure.rate_pa,
    institution: figure.institution_name,
    terms: figure.terms,
  })
  return (
    <p class="report">
      {report.question}{' '}
      <a href={reportAddress(contact, figure, report)} aria-label={name}>
        {report.link}
      </a>
    </p>
  )
}

/** When the figure was published, who entered or approved it, and what the checks found. */
function Publication({ receipt }: { readonly receipt: ReceiptRow }) {
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

/** Later verifications and corrections. */
function LaterEvents({ receipt }: { readonly receipt: ReceiptRow }) {
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
