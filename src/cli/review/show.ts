import type { Deciding, Holding } from '../../domain/entry.ts'
import { instantText } from '../../domain/instant.ts'
import { tierText } from '../../domain/offer.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { holdsOf, type Hold } from '../../market/collection.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { notAHold } from '../../publish/review/decide-on-hold.ts'
import { heldFigures, reviewersNeeded, type HeldFigure } from '../../publish/review/held-figures.ts'
import { Failure } from '../../domain/failure.ts'
import { loadBook } from '../load-market.ts'
import { withStore } from '../open-store.ts'
import { command, type DatabaseOption } from '../options.ts'
import { print, table, visible, type Column } from '../output.ts'
import { readPosition } from './read-position.ts'

/** `ratebook review show` */
export const show = command(
  'show',
  'print a held sheet: each figure beside what stood, where it was read, and the findings',
  'ratebook review show 12',
)
  .argument('<position>', 'the position of the held sheet')
  .action(async (given: string, { database }: DatabaseOption) => {
    const position = readPosition(given)
    const { market } = await withStore(database, 'read', (store) => loadBook(store))
    const book = market.institutions.get(market.entries[position - 1]?.institutionId ?? '')
    const hold = book && holdsOf(book).find(({ entry }) => entry.position === position)
    if (book === undefined || hold === undefined) throw new Failure('refused', notAHold(position))
    print(holdText(book, hold))
  })

function holdText({ institution, entries }: InstitutionBook, hold: Hold): string {
  const { entry, decisions } = hold
  const { origin, typedFrom = [] } = entry
  const captures = origin?.captures ?? typedFrom
  return [
    `${institution.id}, ${institution.name}: sheet held at position ${entry.position}, ${instantText(entry.at)}`,
    `state: ${stateText(hold)}`,
    ...makerLines(entry),
    ...decisions.map(decisionText),
    '',
    'Findings',
    ...entry.findings.map(({ rule, message }) => `  ${visible(message)} [${rule}]`),
    '',
    'Figures',
    table(figureColumns(captures.length > 1), heldFigures({ entries }, entry)),
    ...(entry.sheet.leaves ?? []).map((terms) => `  ${tierText(terms)}: left as it stands`),
    '',
    'Captured pages',
    ...captures.map(pageText),
    ...(captures.length === 0 ? ['  none'] : []),
    ...(origin === undefined
      ? []
      : [`  source: ${origin.source.file}, digest ${origin.source.digest}`]),
  ].join('\n')
}

/** A line that names the person who edited or typed a held sheet, and the reason; none if a run made it. */
function makerLines({ by, editOf, reason, note }: Holding): readonly string[] {
  if (by === undefined) return []
  const made = editOf === undefined ? `typed by ${by}` : `edited by ${by} from position ${editOf}`
  return [`${made}: ${[reason ?? [], note ?? []].flat().join('; ')}`]
}

function stateText(hold: Hold): string {
  const needed = reviewersNeeded(hold)
  if (hold.state !== 'open') return hold.state
  return `open, ${needed} ${needed === 1 ? 'reviewer' : 'different reviewers'} must approve it`
}

function decisionText({ by, decision, note, at, position }: Deciding): string {
  const remark = note === undefined ? '' : `: ${note}`
  return `${decision} by ${by} at position ${position}, ${instantText(at)}${remark}`
}

function figureColumns(hasPages: boolean): readonly Column<HeldFigure>[] {
  const page: Column<HeldFigure> = { title: 'page', value: ({ cells }) => pageNumber(cells) }
  return [
    { title: '  figure', value: ({ tier }) => `  ${tierText(tier)}` },
    { title: 'stood', value: ({ standing }) => standing ?? '–', isFigure: true },
    { title: 'read', value: ({ read }) => read ?? 'withdrawn', isFigure: true },
    { title: 'bp', value: movedText, isFigure: true },
    { title: 'rate cell', value: ({ cells }) => cells?.rate.text ?? '–' },
    { title: 'tenure cell', value: ({ cells }) => cells?.tenure.text ?? '–' },
    { title: 'column', value: ({ cells }) => cells?.column.text ?? '–' },
    ...(hasPages ? [page] : []),
    { title: 'address', value: ({ cells }) => cells?.rate.address ?? '–' },
  ]
}

function pageNumber(cells: HeldFigure['cells']): string {
  return cells === undefined ? '–' : `${(cells.capture ?? 0) + 1}`
}

function movedText({ basisPoints, isCut }: HeldFigure): string {
  if (basisPoints === undefined) return '–'
  return basisPoints === '0' ? '0' : `${isCut ? '-' : '+'}${basisPoints}`
}

function pageText({ page, url, at, digest, format }: CapturedPage, index: number): string {
  return `  ${index + 1}. ${page} (${format}), ${url}, ${instantText(at)}\n     capture ${digest}`
}
