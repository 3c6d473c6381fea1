import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useApp, type AppState } from './app-context.ts'
import { carryFilters, rememberFilters } from './carried-filters.ts'
import { routeOf, type PageRoute } from './routes.ts'
import { saveScrollPosition } from './use-scroll.ts'

/** The route of the browser's address, the filters that links take along, and a function that changes the address. */
export function useRoute(base: string): Pick<AppState, 'route' | 'filters' | 'navigate'> {
  const [route, setRoute] = useState<PageRoute>(() => routeOf(new URL(location.href), base))
  useEffect(() => {
    const update = (): void => setRoute(routeOf(new URL(location.href), base))
    addEventListener('popstate', update)
    return () => removeEventListener('popstate', update)
  }, [base])
  const navigate: AppState['navigate'] = (address, { isReplacement = false } = {}) => {
    const url = new URL(base + address, location.href)
    const next = routeOf(url, base)
    if (isReplacement) history.replaceState(history.state, '', url)
    else {
      saveScrollPosition()
      if (url.href !== location.href) history.pushState(null, '', url)
    }
    if (!isReplacement && (next.view !== route.view || next.id !== route.id)) scrollTo(0, 0)
    setRoute(next)
  }
  const filters = useRef(new URLSearchParams())
  filters.current = rememberFilters(filters.current, route)
  return { route, filters: filters.current, navigate }
}

type LinkProps = {
  /** An address below the base path. */
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly isCurrent?: boolean
  /** The accessible name, if it is not the text. It begins with the text. */
  readonly label?: string
  /** A text that the browser shows beside the pointer. */
  readonly title?: string
}

/**
 * A link within the page, which takes the filters along that the next view has. It is an `a` element, so readers can copy it or
 * open it in a new tab.
 */
export function Link({ to, children, class: name, isCurrent = false, label, title }: LinkProps) {
  const { base, filters, navigate, route } = useApp()
  const address = carryFilters(to, filters)
  const follow = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return
    // Inside a frame of another site, a link opens the page itself.
    if (route.isEmbedded) return
    event.preventDefault()
    navigate(address)
  }
  return (
    <a
      href={base + address}
      target={route.isEmbedded ? '_blank' : undefined}
      onClick={follow}
      class={name}
      aria-label={label}
      title={title}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

/** Whether a click asks for the link itself, and not for a new tab, a new window or a download. */
export function isPlainClick(event: MouseEvent): boolean {
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0
}
