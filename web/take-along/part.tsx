import type { ComponentChildren } from 'preact'
import { useApp } from '../app/app-context.ts'
import type { ExportTable } from './export-table.ts'
import { TakeAlong } from './take-along.tsx'

type PartProps = {
  /** Names the part in the address of a frame: `ranking`. */
  readonly id: string
  /** The title of the part with its terms, also for its files: `12-month rates, paid at maturity`. */
  readonly title: string
  /** `undefined` while there are no rows: then nothing can be taken along. */
  readonly table: ExportTable | undefined
  /** Whether the part has charts, which are SVG elements of role `img`. */
  readonly hasChart?: boolean
  /** What the marks of the charts mean: a line in pictures, which show no text of the view. */
  readonly chartNote?: string
  readonly children: ComponentChildren
}

/** A chart or a table of a view, with its links to take it along. In a frame of another site, only the wanted part is shown. */
export function Part(props: PartProps) {
  const { id, title, table, hasChart = false, chartNote = '', children } = props
  const { route } = useApp()
  const wanted = route.query.get('part')
  if (route.isEmbedded && wanted !== null && wanted !== id) return null
  return (
    <div class="part" id={`part-${id}`}>
      {children}
      {!route.isEmbedded && table !== undefined && (
        <TakeAlong {...{ id, title, table, hasChart, chartNote }} />
      )}
    </div>
  )
}
