import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useMessages } from '../app/app-context.ts'

/** The table behind charts. Its rows are made when the reader opens it: they may be thousands. */
export function ChartData({ children }: { readonly children: () => ComponentChildren }) {
  const { charts } = useMessages()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details class="chart-data" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{charts.figuresBehind}</summary>
      {isOpen && children()}
    </details>
  )
}
