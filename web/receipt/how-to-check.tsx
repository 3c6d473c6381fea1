import type { ReceiptRow } from '../api.ts'
import { useApp } from '../app-context.ts'

/** How anybody can check the receipt. */
export function HowToCheck({ receipt }: { readonly receipt: ReceiptRow }) {
  const { base } = useApp()
  return (
    <section>
      <h2>Check it yourself</h2>
      <p>
        {receipt.by_hand ? (
          <>
            Compare it with <a href={receipt.source_url}>the institution’s page</a>, which may have
            changed since.{' '}
          </>
        ) : (
          <>
            With the book and its captured pages, <code>ratebook audit --captures captures</code>{' '}
            finds every figure again at its place.{' '}
          </>
        )}
        The book is a chain of digests; the digest at position {receipt.position} is{' '}
        <code>{receipt.entry_digest}</code>. The same receipt for programs:{' '}
        <a href={`${base}evidence/${receipt.id}`}>/evidence/{receipt.id}</a>
      </p>
    </section>
  )
}
