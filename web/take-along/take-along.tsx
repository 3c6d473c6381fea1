import type { ExportTable } from './export-table.ts'

type TakeAlongProps = {
  readonly id: string
  readonly title: string
  readonly table: ExportTable
  readonly hasChart: boolean
}

/** Files, a frame for other sites and a citation of a chart or a table. */
export function TakeAlong({ id, title }: TakeAlongProps) {
  return (
    <p class="export-links" data-part={id}>
      {title}
    </p>
  )
}
