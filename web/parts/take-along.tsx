import { usePage } from '../page-context.ts'

type TakeAlongProps = {
  /** The endpoint of the figures, below the base path. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly isFeed?: boolean
  /** What there is to take, where it is not what is shown. */
  readonly what?: string
}

/** The same figures for a spreadsheet and, where they are news, for a feed reader: addresses to copy. */
export function TakeAlong({
  path,
  query = {},
  isFeed = false,
  what = 'these figures',
}: TakeAlongProps) {
  const { base } = usePage()
  const addressOf = (format: string, parameters: Readonly<Record<string, string>>): string => {
    const text = new URLSearchParams(parameters).toString()
    return `${base}${path}.${format}${text === '' ? '' : `?${text}`}`
  }
  const { limit: _, ...filter } = query
  return (
    <p class="take">
      Take {what} along: <a href={addressOf('csv', query)}>a table for spreadsheets</a>
      {isFeed && (
        <>
          , <a href={addressOf('atom', filter)}>a feed for readers</a>
        </>
      )}
    </p>
  )
}
