import type { ReceiptRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'
import { formatRate } from '../../parts/figures.tsx'
import { receiptPath } from '../../app/receipt-path.ts'
import { CapturedPage } from './captured-page.tsx'
import { HowToCheck } from './how-to-check.tsx'
import { LaterEvents } from './later-events.tsx'
import { Provenance } from './provenance.tsx'
import { Publication } from './publication.tsx'
import { ReportLink } from './report-link.tsx'
import { termsInWords } from './terms-in-words.ts'

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
