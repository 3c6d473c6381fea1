import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { placeOf, type Place } from './address.ts'
import { usePage, type PageContext } from './page-context.ts'
import { keepScroll } from './use-scroll.ts'

/** The place that the browser's address shows, and what shows another. */
export function useAddress(base: string): Pick<PageContext, 'place' | 'go'> {
  const [place, setPlace] = useState<Place>(() => placeOf(new URL(location.href), base))
  useEffect(() => {
    const take = (): void => setPlace(placeOf(new URL(location.href), base))
    addEventListener('popstate', take)
    return () => removeEventListener('popstate', take)
  }, [base])
  const go: PageContext['go'] = (address) => {
    const url = new URL(base + address, location.href)
    const next = placeOf(url, base)
    keepScroll()
    if (url.href !== location.href) history.pushState(null, '', url)
    if (next.view !== place.view || next.id !== place.id) scrollTo(0, 0)
    setPlace(next)
  }
  return { place, go }
}

type LinkProps = {
  /** Below the base path. */
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly isCurrent?: boolean
}

/** A link within the page: an ordinary one, so that it opens in a new tab and can be copied. */
export function Link({ to, children, class: name, isCurrent = false }: LinkProps) {
  const { base, go } = usePage()
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0)
      return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={base + to} onClick={follow} class={name} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
