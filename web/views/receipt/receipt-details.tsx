import { hostOf } from '../../../src/domain/institution.ts'
import type { ReceiptRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'
import { formatRate } from '../../parts/figures.tsx'
import { pathWith, receiptPath } from '../../app/routes.ts'
import { CapturedPage } from './captured-page.tsx'
import { LaterEvents } from './later-events.tsx'
import { Provenance } from './provenance.tsx'
import { Publication } from './publication.tsx'
import { pageOf, termsInWords } from './receipt-texts.ts'
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
