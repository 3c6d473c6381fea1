import type { ComponentChildren } from 'preact'
import { useApp } from '../app-context.ts'

type ExportLinksProps = {
  /** The endpoint of the figures, below the base path. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly hasFeed?: boolean
  /** The name of the exported figures where the view shows other ones. */
  readonly what?: string
  /** The rest of the sentence. */
  readonly children?: ComponentChildren
}

/** Links to the figures of a view as CSV and, if there is one, as an Atom feed. */
export function ExportLinks({
  path,
  query = {},
  hasFeed = false,
  what = 'these figures',
  children,
}: ExportLinksProps) {
  const { base } = useApp()
  const addressOf = (format: string, parameters: Readonly<Record<string, string>>): string => {
    const text = new URLSearchParams(parameters).toString()
    return `${base}${path}.${format}${text === '' ? '' : `?${text}`}`
  }
  const { limit: _, ...filter } = query
  return (
    <p class="export-links">
      Take {what} along: <a href={addressOf('csv', query)}>a table for spreadsheets</a>
      {hasFeed && (
        <>
          , <a href={addressOf('atom', filter)}>a feed for readers</a>
        </>
      )}
      {children}
    </p>
  )
}
