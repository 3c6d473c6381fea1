import { useApp } from '../app/app-context.ts'
import { isPlainClick } from '../app/router.tsx'
import { pathWith } from '../app/routes.ts'

/** The time that the view speaks of, a link to it, and a link to the other moment of interest. */
export function AsOfLine() {
  const { asOf, knownAt, isSample, isSampleEnd, route, timeZone, messages } = useApp()
  const { page, words } = messages
  // The line keeps its place before the first answer, so that nothing below it jumps.
  if (asOf === undefined || route.view === 'notFound') return <p class="as-of">{'\u00A0'}</p>
  const isPinned = knownAt !== '' && !isSampleEnd
  const hasLinks = route.view !== 'receipt' && !route.isEmbedded
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
function MomentLink({ at, text }: { readonly at: string; readonly text: string }) {
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
