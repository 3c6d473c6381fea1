import { useApp } from '../../app/app-context.ts'
import { DayField } from '../../parts/controls.tsx'
import { pathWith } from '../../app/routes.ts'

type RangeControlsProps = {
  readonly from: string
  /** Empty for the last day of the book. */
  readonly until: string
  /** The first day of the book. */
  readonly first: string
}

/** The first and the last day of the charts. */
export function RangeControls({ from, until, first }: RangeControlsProps) {
  const { route, messages } = useApp()
  const { charts, filters } = messages
  const show = useShowRange()
  if (route.isEmbedded) return null
  return (
    <div class="controls">
      <DayField label={filters.from} value={from} onChange={(day) => show(day, until)} />
      <DayField label={filters.until} value={until} onChange={(day) => show(from, day)} />
      <button
        type="button"
        disabled={from === first && until === ''}
        onClick={() => show(first, '')}
      >
        {charts.showAll}
      </button>
      <p class="hint">{charts.hint}</p>
    </div>
  )
}

/** Sets the first and the last day in the address. Without both, the charts show the last year. */
export function useShowRange(): (from: string, until: string) => void {
  const { route, navigate } = useApp()
  return (from, until) => navigate(pathWith(route.path, route.query, { from, until }))
}
