import type { HeldFigure } from '../../book/publish/review/held-figures.ts'
import type { Holding } from '../../domain/entry.ts'
import { ruleText } from '../../domain/gate-limits.ts'
import { compareTiers, tierKeyOf } from '../../domain/offer.ts'
import { foreign, html, moveText, tierWords, type Html } from '../html.ts'

/** The figures of a hold, and which one is looked at. */
type ChosenFigure = {
  readonly entry: Holding
  readonly figures: readonly HeldFigure[]
  readonly chosen: number
  /** The address of this page with another figure. */
  readonly addressOf: (figure: number) => string
}

/** The index of the figure that a finding is about; -1 if it is about the whole sheet. */
function figureOfFinding(
  figures: readonly HeldFigure[],
  { tier }: Holding['findings'][number],
): number {
  if (tier === undefined) return -1
  const index = figures.findIndex((figure) => tierKeyOf(figure.tier) === tierKeyOf(tier))
  // Rules name the tier that stands, whose minimum deposit may be another one.
  return index === -1
    ? figures.findIndex((figure) => compareTiers({ ...figure.tier, ...tier }, figure.tier) === 0)
    : index
}

/** The figure that is looked at first: that of the first finding, or the first that moves. */
export function firstFigure(figures: readonly HeldFigure[], { findings }: Holding): number {
  const found = findings.map((finding) => figureOfFinding(figures, finding))
  const inQuestion = found.find((index) => index !== -1)
  const moved = figures.findIndex((figure) => figure.basisPoints !== '0')
  return inQuestion ?? Math.max(moved, 0)
}

/** The findings in words. Each one about a figure links it. */
export function findingsList({ entry, figures, chosen, addressOf }: ChosenFigure): Html {
  if (entry.findings.length === 0) return html`<p class="quiet">There are none.</p>`
  return html`<ol class="findings">
    ${entry.findings.map((finding) => {
      const index = figureOfFinding(figures, finding)
      const rule = html`<code class="quiet">${ruleText(finding)}</code>`
      const text = foreign(finding.message)
      if (index === -1) return html`<li>${text} ${rule}</li>`
      return html`<li${index === chosen && html` class="chosen"`}>
        <a href="${addressOf(index)}" data-in-place>${text}</a> ${rule}
      </li>`
    })}
  </ol>`
}

/** The figures of the sheet beside what stood. */
export function figuresTable(options: ChosenFigure): Html {
  const inQuestion = new Set(
    options.entry.findings.map((finding) => figureOfFinding(options.figures, finding)),
  )
  return html`<div class="scroll">
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" class="number">Stood</th>
            <th scope="col" class="number">Read</th>
            <th scope="col" class="number">bp</th>
          </tr>
        </thead>
        <tbody>
          ${options.figures.map((figure, index) => figureRow(figure, index, inQuestion.has(index), options))}
        </tbody>
      </table>
    </div>
    ${leftAlone(options.entry)}`
}

/** The terms that the sheet leaves as they stand. */
function leftAlone({ sheet: { leaves = [] } }: Holding): Html | false {
  if (leaves.length === 0) return false
  return html`<p>Left as they stand: ${leaves.map(tierWords).join('; ')}.</p>`
}

function figureRow(
  figure: HeldFigure,
  index: number,
  isInQuestion: boolean,
  { chosen, addressOf }: ChosenFigure,
): Html {
  const { tier, standing, read, basisPoints, warning } = figure
  const isSame = basisPoints === '0'
  const classes = [
    index === chosen ? 'chosen' : '',
    isInQuestion ? 'in-question' : '',
    isSame && !isInQuestion ? 'same' : '',
  ].join(' ')
  return html`<tr class="${classes}" id="figure-${index}">
    <th scope="row">
      <a href="${addressOf(index)}" data-in-place ${index === chosen && html` aria-current="true"`}
        >${tierWords(tier)}</a
      >${mappedTexts(figure)}
    </th>
    <td class="number">
      ${standing ?? 'none'}${warning !== '' && html`<br /><small>${warning}</small>`}
    </td>
    <td class="number strong">${read ?? 'withdrawn'}</td>
    <td class="number">${moveText(figure)}</td>
  </tr>`
}

/** The texts of the page to which the source definition gives a meaning. */
function mappedTexts({ cells }: HeldFigure): readonly Html[] {
  return [cells?.tenure, cells?.minimumDeposit].flatMap((cell) =>
    cell?.means === undefined
      ? []
      : [html`<br /><small>${foreign(cell.text)} means ${cell.means} by the source</small>`],
  )
}
