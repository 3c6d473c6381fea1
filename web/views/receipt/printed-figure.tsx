import type { Decimal } from '../../../src/domain/decimal.ts'
import { useMessages } from '../../app/app-context.ts'
import { splitAtFigure } from './split-at-figure.ts'

type PrintedFigureProps = {
  readonly rate: Decimal
  /** The factor between the printed number and the rate. */
  readonly factor: Decimal | undefined
  /** The printed texts of the cells. */
  readonly column: string
  readonly tenure: string
  readonly text: string
}

/** The figure as it stands on the page: the heading above it, the tenure beside it, and the number marked in its text. */
export function PrintedFigure({ rate, factor, column, tenure, text }: PrintedFigureProps) {
  const { receipt } = useMessages()
  const parts = splitAtFigure(text, rate, factor)
  return (
    <table class="printed">
      <caption class="visually-hidden">{receipt.page.printed}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{column}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{tenure}</th>
          <td>
            {parts === undefined ? (
              text
            ) : (
              <>
                {parts.before}
                <mark>{parts.figure}</mark>
                {parts.after}
              </>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
