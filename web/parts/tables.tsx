import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { shortestLimit, type CountedAndApart, type LastConfirmation } from '../api/background.ts'
import { useMessages } from '../app/app-context.ts'
import type { Messages } from '../messages/messages.ts'

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

/**
 * Calls a function when an element comes into view, or as near as a margin. Returns the reference of the element. Without a
 * function nothing happens. It observes anew after each render: an element that is still in view calls the function again.
 */
export function useInView(onView: (() => void) | undefined, rootMargin = '0px') {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ref.current === null || onView === undefined) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && onView(),
      { rootMargin },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  })
  return ref
}

type CountedAndApartRowsProps<Row> = {
  readonly rows: CountedAndApart<Row>
  /** The first of these rows, those that count before those apart. */
  readonly shown: readonly Row[]
  /** The number of columns of the table. */
  readonly columns: number
  /** The head of the rows that do not count. */
  readonly apartTitle: string
  readonly children: (row: Row) => ComponentChildren
}

/** The rows of a table that count, and a group of those that do not, if there are any. */
export function CountedAndApartRows<Row>(props: CountedAndApartRowsProps<Row>) {
  const { rows, shown, columns, apartTitle, children: row } = props
  const counted = rows.counted.length
  return (
    <>
      <tbody>{shown.slice(0, counted).map(row)}</tbody>
      {shown.length > counted && (
        <tbody class="older">
          <tr>
            <th scope="rowgroup" colSpan={columns}>
              {apartTitle}
            </th>
          </tr>
          {shown.slice(counted).map(row)}
        </tbody>
      )}
    </>
  )
}

/** The head of the rows of some older rates: why they do not count. */
export function olderTitle(
  rates: readonly LastConfirmation[],
  { market, words }: Messages,
): string {
  return market.older({ count: rates.length, days: words.days(shortestLimit(rates)) })
}

/** A head, and its classes; `false` where the table does not have the column. */
type Head = readonly [head: ComponentChildren, className?: string] | false

/** The heads of a table. They have no keys of their own: see `replaceWholeElements`. */
export function TableHead({ heads }: { readonly heads: readonly Head[] }) {
  return (
    <thead>
      <tr>
        {heads.map(
          (head) =>
            head !== false && (
              <th scope="col" class={head[1]}>
                {head[0]}
              </th>
            ),
        )}
      </tr>
    </thead>
  )
}

type ScrollRegionProps = {
  /** What the region holds, for screen readers. */
  readonly label: string
  readonly children: ComponentChildren
}

/** A region that scrolls sideways where it is wider than the page. It takes the focus so that the keyboard can scroll it. */
export function ScrollRegion({ label, children }: ScrollRegionProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}

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
