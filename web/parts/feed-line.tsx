import type { ComponentChildren } from 'preact'
import { useApp } from '../app/app-context.ts'

type FeedLineProps = {
  /** The endpoint of the feed, below the base path. */
  readonly path: string
  /** The parameters of the API, without those of paging. */
  readonly filter: Readonly<Record<string, string>>
  /** A sentence with links to the feed and to the list that programs read. */
  readonly sentence: (
    feed: (text: string) => ComponentChildren,
    list: (text: string) => ComponentChildren,
  ) => ComponentChildren
}

/** A line that leads to the Atom feed of a list. */
export function FeedLine({ path, filter, sentence }: FeedLineProps) {
  const { base, route } = useApp()
  if (route.isEmbedded) return null
  const query = new URLSearchParams(filter).toString()
  return (
    <p class="export-links">
      {sentence(
        (text) => (
          <a href={`${base}${path}.atom${query === '' ? '' : `?${query}`}`}>{text}</a>
        ),
        (text) => (
          <a href={base + path}>{text}</a>
        ),
      )}
    </p>
  )
}
