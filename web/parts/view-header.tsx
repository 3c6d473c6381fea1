import { useEffect } from 'preact/hooks'
import { siteName, useApp } from '../app/app-context.ts'
import { isPlainClick } from '../app/router.tsx'
import { pathWith } from '../app/routes.ts'

type ViewHeaderProps = {
  /** A line above the heading. */
  readonly kicker?: string
  readonly heading: string
  /** A paragraph below the heading. */
  readonly details?: string
  /** What of the details stands in a frame of another site, which has little room: what the heading would mislead without. */
  readonly embeddedDetails?: string
  /** The name of the view, for the title of the window. */
  readonly title: string
  /** Whether the view announces its heading itself, because it changes while somebody types. */
  readonly isQuiet?: boolean
}

/** The head of a view: its main result as a sentence, and the moment that it speaks of. */
export function ViewHeader(props: ViewHeaderProps) {
  const { kicker, heading, details = '', embeddedDetails = '', title, isQuiet = false } = props
  const { route, settings } = useApp()
  const deck = route.isEmbedded ? embeddedDetails : details
  useEffect(() => {
    document.title = `${title} · ${siteName(settings)}`
  }, [title])
  return (
    <header class="headline">
      {kicker !== undefined && <p class="kicker">{kicker}</p>}
      {/* Live, so that screen readers announce new figures. */}
      <h1 tabIndex={-1} aria-live={isQuiet ? 'off' : 'polite'}>
        {heading}
      </h1>
      {deck !== '' && <p class="deck">{deck}</p>}
      <AsOfLine />
    </header>
  )
}

/** The time that the view speaks of, a link to it, and a link to the other moment of interest. */
function AsOfLine() {
  const { asOf, knownAt, isSample, isSampleEnd, route, timeZone, messages } = useApp()
  const { page, words } = messages
  // The line keeps its place before the first answer, so that nothing below it jumps.
  if (asOf === undefined || route.view === 'notFound') return <p class="as-of">{'\u00A0'}</p>
  const isPinned = knownAt !== '' && !isSampleEnd
  const hasLinks = !route.isEmbedded
  const time = words.time(asOf.at, timeZone)
  return (
    <p class={isPinned ? 'as-of pinned' : 'as-of'}>
      <span>{isPinned ? page.pinnedTo({ time }) : page.asOf({ time })}.</span>{' '}
      {hasLinks && (
        <MomentLink
          at={isPinned ? '' : asOf.at}
          text={!isPinned ? page.keepMoment : isSample ? page.showSampleEnd : page.showPresent}
        />
      )}{' '}
      {hasLinks && isSample && !isPinned && (
        <MomentLink
          at={isSampleEnd ? 'today' : ''}
          text={isSampleEnd ? page.showSampleToday : page.showSampleEnd}
        />
      )}
    </p>
  )
}

/** A link to the same view at another moment: an instant, `today`, or empty for the one that an address without it shows. */
export function MomentLink({ at, text }: { readonly at: string; readonly text: string }) {
  const { base, route, navigate } = useApp()
  const address = pathWith(route.path, route.query, { at })
  return (
    <a
      href={base + address}
      class="pin"
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        navigate(address)
      }}
    >
      <span>{text}</span>
    </a>
  )
}
