import { useEffect } from 'preact/hooks'
import { useApp } from '../app/app-context.ts'
import { AsOfLine } from './as-of-line.tsx'

type ViewHeaderProps = {
  /** A line above the heading. */
  readonly kicker?: string
  readonly heading: string
  /** A paragraph below the heading. */
  readonly details?: string
  /** The name of the view, for the title of the window. */
  readonly title: string
  /** Whether the view announces its heading itself, because it changes while somebody types. */
  readonly isQuiet?: boolean
}

/** The head of a view: its main result as a sentence, and the moment that it speaks of. */
export function ViewHeader(props: ViewHeaderProps) {
  const { kicker, heading, details, title, isQuiet = false } = props
  const { route } = useApp()
  useEffect(() => {
    document.title = `${title} · Ratebook`
  }, [title])
  return (
    <header class="headline">
      {kicker !== undefined && <p class="kicker">{kicker}</p>}
      {/* Live, so that screen readers announce new figures. */}
      <h1 tabIndex={-1} aria-live={isQuiet ? 'off' : 'polite'}>
        {heading}
      </h1>
      {details !== undefined && details !== '' && !route.isEmbedded && (
        <p class="deck">{details}</p>
      )}
      <AsOfLine />
    </header>
  )
}
