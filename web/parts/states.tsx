import type { ComponentChildren } from 'preact'
import type { Trouble as TroubleWords } from '../api.ts'
import type { Asked } from '../use-asked.ts'

type ShownProps<T> = {
  readonly of: Asked<T>
  /** About how many rows are expected, so that nothing jumps. */
  readonly rows?: number
  readonly children: (value: T) => ComponentChildren
}

/** An answer in its state: awaited, there, there but older than what was asked for, or refused. */
export function Shown<T>({ of, rows = 6, children }: ShownProps<T>) {
  const { value, isAsking, trouble, again, isOld } = of
  return (
    <>
      {trouble !== undefined && <Trouble trouble={trouble} again={again} hasValue={isOld} />}
      {value === undefined && trouble === undefined && <Waiting rows={rows} />}
      {value !== undefined && (
        <div class={isAsking ? 'answer asking' : 'answer'} aria-busy={isAsking}>
          {children(value)}
        </div>
      )}
    </>
  )
}

type TroubleProps = {
  readonly trouble: TroubleWords
  readonly again: () => void
  /** Whether an earlier answer is still shown. */
  readonly hasValue: boolean
}

/** What went wrong, and what to do next. */
export function Trouble({ trouble, again, hasValue }: TroubleProps) {
  return (
    <div class="trouble" role="alert">
      <p>
        <strong>{trouble.title}</strong> {trouble.advice}
        {hasValue && ' The figures that are shown are those of the last answer.'}
      </p>
      <p>
        <button type="button" onClick={again}>
          Try again
        </button>
      </p>
    </div>
  )
}

/** The place of what is asked for. */
export function Waiting({ rows }: { readonly rows: number }) {
  return (
    <div class="waiting" role="status">
      <span class="unseen">Asking the book …</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} class="bar" aria-hidden="true" />
      ))}
    </div>
  )
}

/** Nothing to show, and what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <div class="empty">
      <p class="title">{title}</p>
      <p>{children}</p>
    </div>
  )
}

type NoOffersProps = {
  /** Whether the book has offers on other terms. */
  readonly hasAny: boolean
  /** What nobody offers. */
  readonly what: string
}

/** Nobody offers what is asked for; or nobody anything yet. */
export function NoOffers({ hasAny, what }: NoOffersProps) {
  if (!hasAny) {
    return (
      <Empty title="The book has no offers yet.">
        They appear here once a rate sheet is published, with <code>ratebook publish</code>.
      </Empty>
    )
  }
  return (
    <Empty title={`Nobody offers ${what} on these terms.`}>
      Choose another tenure, payout or saver above; the tenures in the list have offers.
    </Empty>
  )
}

/** What an address asks for that does not exist. */
export function WrongAddress({ wrong }: { readonly wrong: readonly string[] }) {
  if (wrong.length === 0) return null
  return (
    <div class="notice" role="status">
      {wrong.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
