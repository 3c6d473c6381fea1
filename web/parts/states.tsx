import type { ComponentChildren } from 'preact'
import type { ErrorMessage, RequestState } from '../api/use-request.ts'
import { useMessages } from '../app/app-context.ts'

type RequestResultProps<T> = {
  readonly request: RequestState<T>
  /** About how many rows the answer has. The skeleton is as long, so that the page does not jump. */
  readonly rows: number
  readonly children: (value: T) => ComponentChildren
}

/** The result of a request: a skeleton while it loads, then the value, or an error message. */
export function RequestResult<T>({ request, rows, children }: RequestResultProps<T>) {
  const { value, isLoading, error, retry, isPrevious } = request
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} retry={retry} isPrevious={isPrevious} />}
      {value === undefined && error === undefined && <Skeleton rows={rows} />}
      {value !== undefined && (
        <div class={isLoading ? 'answer loading' : 'answer'} aria-busy={isLoading}>
          {children(value)}
        </div>
      )}
    </>
  )
}

type ErrorNoticeProps = {
  readonly error: ErrorMessage
  readonly retry: () => void
  /** Whether the page still shows the previous answer. */
  readonly isPrevious: boolean
}

export function ErrorNotice({ error, retry, isPrevious }: ErrorNoticeProps) {
  const { page } = useMessages()
  return (
    <div class="error-notice" role="alert">
      <p>
        <strong>{error.title}</strong> {error.advice}
        {isPrevious && ` ${page.stillPrevious}`}
      </p>
      <p>
        <button type="button" onClick={retry}>
          {page.tryAgain}
        </button>
      </p>
    </div>
  )
}

/** Grey bars in place of rows that are loading. */
export function Skeleton({ rows }: { readonly rows: number }) {
  const { page } = useMessages()
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{page.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} class="bar" aria-hidden="true" />
      ))}
    </div>
  )
}

type EmptyStateProps = {
  readonly title: string
  /** What the reader can do about it. */
  readonly children: ComponentChildren
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <p class="title">{title}</p>
      <p>{children}</p>
    </div>
  )
}

/** The empty state of every view of a book without publications: a sentence for visitors, and the next step for the operator. */
export function EmptyBook() {
  const { page } = useMessages()
  return (
    <div class="empty">
      <p class="title">{page.emptyBook}</p>
      <p>{page.comeBackLater}</p>
      <details>
        <summary>{page.ifYouRunThis}</summary>
        <p>{page.howToPublish({ command: (text) => <code>{text}</code> })}</p>
      </details>
    </div>
  )
}

type NoOffersProps = {
  /** Whether the book is not empty. */
  readonly hasOffers: boolean
  /** The tenure that nobody offers; empty for any. */
  readonly tenure: string
}

/** The empty state of a view of offers. */
export function NoOffers({ hasOffers, tenure }: NoOffersProps) {
  const { page, words } = useMessages()
  if (!hasOffers) return <EmptyBook />
  const title =
    tenure === '' ? page.nobodyOffersAny : page.nobodyOffers({ tenure: words.tenure(tenure) })
  return <EmptyState title={title}>{page.chooseOtherTerms}</EmptyState>
}

/** What is wrong with the query of the address. */
export function QueryErrors({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <div class="notice" role="status">
      {errors.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
