import { useApp } from '../app-context.ts'
import { isPlainClick } from '../router.tsx'
import { pathWith } from '../routes.ts'

/** The time that the view speaks of, and a link that pins the address to it or frees it. */
export function AsOfLine() {
  const { asOf, knownAt, route, timeZone, messages } = useApp()
  const { page, words } = messages
  // The line keeps its place before the first answer, so that nothing below it jumps.
  if (asOf === undefined || route.view === 'notFound') return <p class="as-of">{'\u00A0'}</p>
  const isPinned = knownAt !== ''
  const time = words.time(asOf.at, timeZone)
  return (
    <p class={isPinned ? 'as-of pinned' : 'as-of'}>
      <span>{isPinned ? page.pinnedTo(time) : page.asOf(time)}.</span>{' '}
      {route.view !== 'receipt' && !route.isEmbedded && (
        <PinLink isPinned={isPinned} at={asOf.at} />
      )}
    </p>
  )
}

function PinLink({ isPinned, at }: { readonly isPinned: boolean; readonly at: string }) {
  const { base, route, navigate, messages } = useApp()
  const { keepMoment, showPresent } = messages.page
  const address = pathWith(route.path, route.query, { at: isPinned ? '' : at })
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
      <span>{isPinned ? showPresent : keepMoment}</span>
    </a>
  )
}
