import { usePage } from '../page-context.ts'

type TakeAlongProps = {
  /** The endpoint of the figures, below the base path. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly isFeed?: boolean
}

/** The same figures for a spreadsheet and, where they are news, for a feed reader: addresses to copy. */
export function TakeAlong({ path, query = {}, isFeed = false }: TakeAlongProps) {
  const { base } = usePage()
  const text = new URLSearchParams(query).toString()
  const addressOf = (format: string): string =>
    `${base}${path}.${format}${text === '' ? '' : `?${text}`}`
  return (
    <p class="take">
      Take these figures along: <a href={addressOf('csv')}>a table for spreadsheets</a>
      {isFeed && (
        <>
          , <a href={addressOf('atom')}>a feed for readers</a>
        </>
      )}
    </p>
  )
}
