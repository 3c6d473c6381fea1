import type { ReceiptRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'

/** How anybody can check the receipt. */
export function HowToCheck({ receipt }: { readonly receipt: ReceiptRow }) {
  const { base, messages } = useApp()
  const { check } = messages.receipt
  return (
    <section>
      <h2>{check.heading}</h2>
      <p>
        {receipt.by_hand
          ? check.compare({ page: (text) => <a href={receipt.source_url}>{text}</a> })
          : check.audit({ command: (text) => <code>{text}</code> })}{' '}
        {check.digest({
          position: String(receipt.position),
          digest: <code>{receipt.entry_digest}</code>,
        })}{' '}
        {check.forPrograms({
          address: <a href={`${base}evidence/${receipt.id}`}>{`/evidence/${receipt.id}`}</a>,
        })}
      </p>
    </section>
  )
}
