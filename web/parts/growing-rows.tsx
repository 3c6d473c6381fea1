import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useMessages } from '../app/app-context.ts'
import { useInView } from './use-in-view.ts'

/** The number of rows that a list shows at first, and adds when the reader comes to its end. */
const usualStep = 60

type GrowingRows<Row> = {
  readonly shown: readonly Row[]
  /** Goes below the list: adds rows when it comes into view, or when its button is pressed. Nothing once all rows are shown. */
  readonly more: ComponentChildren | false
}

/** Shows the first rows of a long list, and more as the reader scrolls. Printing shows all. */
export function useGrowingRows<Row>(rows: readonly Row[], step = usualStep): GrowingRows<Row> {
  const [count, setCount] = useState(step)
  useEffect(() => {
    const showAll = (): void => setCount(Infinity)
    addEventListener('beforeprint', showAll)
    return () => removeEventListener('beforeprint', showAll)
  }, [])
  const missing = rows.length - count
  const more = missing > 0 && (
    <MoreRows count={Math.min(step, missing)} onMore={() => setCount(count + step)} />
  )
  return { shown: rows.slice(0, count), more }
}

type MoreRowsProps = { readonly count: number; readonly onMore: () => void }

function MoreRows({ count, onMore }: MoreRowsProps) {
  const { page } = useMessages()
  const end = useInView(onMore)
  return (
    <div ref={end} class="end">
      <button type="button" onClick={onMore}>
        {page.showMore({ count })}
      </button>
    </div>
  )
}
