import type { ComponentChildren } from 'preact'
import { useMessages } from '../app/app-context.ts'

type OlderRowsProps = {
  /** The number of rows of the group, also where only the first of them are shown. */
  readonly count: number
  /** The columns of the table. */
  readonly columns: number
  readonly children: ComponentChildren
}

/** The group of a table for older rates. Nothing if there are none. */
export function OlderRows({ count, columns, children }: OlderRowsProps) {
  const { market } = useMessages()
  if (count === 0) return null
  return (
    <tbody class="older">
      <tr>
        <th scope="rowgroup" colSpan={columns}>
          {market.older({ count })}
        </th>
      </tr>
      {children}
    </tbody>
  )
}
