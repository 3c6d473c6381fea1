import { useEffect } from 'preact/hooks'

type HeadlineProps = {
  readonly kicker?: string
  /** What there is to say. */
  readonly says: string
  readonly more?: string
  /** The name of the view, for the window. */
  readonly title: string
}

/** What a view has to say, above everything that proves it. */
export function Headline({ kicker, says, more, title }: HeadlineProps) {
  useEffect(() => {
    document.title = `${title} · Ratebook`
  }, [title])
  return (
    <header class="headline">
      {kicker !== undefined && <p class="kicker">{kicker}</p>}
      {/* Who cannot see that the figures are others hears it. */}
      <h1 tabIndex={-1} aria-live="polite">
        {says}
      </h1>
      {more !== undefined && more !== '' && <p class="deck">{more}</p>}
    </header>
  )
}
