import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { useMessages } from './app-context.ts'

type ErrorBoundaryProps = { readonly query: string; readonly children: ComponentChildren }

/** Shows an error message in place of a view that throws. */
export function ErrorBoundary({ query, children }: ErrorBoundaryProps) {
  const { page } = useMessages()
  const [error, reset] = useErrorBoundary() as [unknown, () => void]
  // The view may work with other filters.
  useEffect(reset, [query])
  if (error === undefined) return <>{children}</>
  return (
    <div class="error-notice" role="alert">
      <p>
        <strong>{page.viewFailed}</strong> {page.copyMayBeOld}
      </p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          {page.reload}
        </button>
      </p>
    </div>
  )
}
