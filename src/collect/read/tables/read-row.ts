import { sameDecimal, type Decimal } from '../../../domain/decimal.ts'
import { tierOf, tierText, type Offer, type Tier } from '../../../domain/offer.ts'
import type { OfferCells, ReadCell } from '../../../domain/origin.ts'
import { quoted } from '../../../domain/text.ts'
import { collect, refuse } from '../refusal.ts'
import type { RowRole, SourceTable } from '../source/table-schema.ts'
import type { Row, TableCell } from '../table.ts'
import type { PatternLine } from '../words/pattern.ts'
import { isFigureRole, type ColumnRole, type ReadColumn } from './columns.ts'
import type { NamedColumn } from './grid.ts'
import { decimalMarkOf, readFigures, type CellFigures } from './read-figure.ts'
import { readTenure, type RowTenure } from './read-tenure.ts'
import { enterRow, type FigureColumn, type ReadingNotes } from './reading-notes.ts'
import { labelOf } from './row-label.ts'
import {
  agreedTerms,
  readRowFacts,
  relabellingLine,
  statedBy,
  type AgreedTerms,
  type RowFacts,
  type Stated,
} from './row-terms.ts'

/** The values that all rows of a table share. */
export type TableContext = {
  readonly definition: SourceTable
  readonly columns: readonly ReadColumn[]
  readonly figures: readonly FigureColumn[]
  readonly named: readonly NamedColumn[]
  readonly width: number
  readonly rows: readonly PatternLine<RowRole>[]
  readonly notes: ReadingNotes
}

/** Reads a row, and enters in the account what became of it. A relabelled row cannot be left out. */
export function readBodyRow(cells: Row, context: TableContext): readonly ReadOffer[] {
  const { definition, columns, figures, named, rows, notes } = context
  const { ledger, problems, source } = notes
  const before = problems.length
  const relabel = relabellingLine(named, cells, definition)
  const enter = (outcome: Parameters<typeof enterRow>[2]) =>
    enterRow(ledger, cells, outcome, figures, source.empty)
  const column = columns.find(({ role }) => role.is === 'tenure')
  if (column === undefined) return refuse('The source names no tenure column for a table.')
  const text = cells[column.index]?.text ?? ''
  const first = cells.find((cell) => cell.text !== '')?.text ?? ''
  const label = labelOf(text, first, rows, notes)
  if ('ignored' in label) {
    if (relabel !== undefined)
      refuse(
        `The row ${quoted(text)} is relabelled by one line of the source and left out by another.`,
        cells[column.index]?.address,
      )
    enter(label)
    return []
  }
  const facts = collect(problems, () => readRowFacts(columns, cells, relabel, source))
  if (facts === undefined) return []
  if ('ignored' in facts) {
    enter(facts)
    return []
  }
  if (relabel !== undefined) notes.matched.add(relabel)
  if (label.line !== undefined) notes.matched.add(label.line)
  const tenure = collect(problems, () => readTenure(columns, cells, label.role, notes))
  if (tenure === undefined) return []
  const relabelled = relabel === undefined ? {} : statedBy(relabel)
  const row = { cells, tenure, facts, label: statedBy(label.role), relabelled }
  const { offers, used } = readRow(row, context)
  if (problems.length === before) enter({ used })
  return offers
}

/** An offer and the cells that it was read from. */
export type ReadOffer = { readonly offer: Offer; readonly cells: OfferCells }

/** A row whose tenure and words are known. */
type FactualRow = {
  readonly cells: Row
  readonly tenure: RowTenure
  readonly facts: RowFacts
  /** The terms that the row label states. */
  readonly label: Stated
  /** The terms with which the source replaces those of the page. */
  readonly relabelled: Stated
}

/** A column of rates or AER in a row, and the figures of its cell. */
type FigureCell = {
  readonly column: ReadColumn
  readonly cell: TableCell
  readonly figures: CellFigures
  readonly read: ReadCell
}

/** Reads the offers of a row: one for each rate and payout. `used` are the columns whose figures an offer or a finding has. */
function readRow(
  row: FactualRow,
  context: TableContext,
): { readonly offers: readonly ReadOffer[]; readonly used: ReadonlySet<number> } {
  const { definition, notes } = context
  const all = figureCells(row, context)
  const effective = all.filter(({ column }) => column.role.is === 'aer')
  const used = new Set<number>()
  const offers = all
    .filter(({ column, figures }) => column.role.is !== 'aer' && isStated(figures))
    .flatMap((rate) => {
      used.add(rate.column.index)
      const stated = [statedBy(rate.column.role), ...row.facts.stated, row.label]
      const terms = agreedTerms(stated, statedBy(definition), row.relabelled)
      if (terms.payouts.length === 0)
        refuse(
          `Nothing states the payout of the rate ${quoted(rate.cell.text)}.`,
          rate.cell.address,
        )
      return terms.payouts.flatMap((payout) => {
        const tier = tierOfRow(row, terms, payout)
        for (const what of terms.conflicts)
          notes.findings.push({
            rule: 'fields-disagree',
            tier,
            message: `The page states two different texts for the ${what} of ${tierText(tier)}.`,
          })
        const own = effectiveRateOf(effective, { ...terms, payout })
        if (own !== undefined) used.add(own.column.index)
        return offerOf(row, rate, own, { tier, terms, context })
      })
    })
  noteUnusedEffectiveRates(row, effective, used, notes)
  return { offers, used }
}

/** The figures of a row. Each cell that cannot be read is a problem of its own. */
function figureCells(
  { cells }: FactualRow,
  { definition, columns, notes }: TableContext,
): readonly FigureCell[] {
  const factor = definition.factor as Decimal | undefined
  return columns.flatMap((column): readonly FigureCell[] => {
    const cell = cells[column.index]
    if (cell === undefined || !isFigureRole(column.role)) return []
    const figures = collect(notes.problems, () =>
      readFigures(column, cell, factor, notes.source.empty),
    )
    const decimal = decimalMarkOf(column, cell)
    const { address, text } = cell
    const read = { address, text, ...(decimal === ',' && { decimal }) }
    return figures === undefined ? [] : [{ column, cell, figures, read }]
  })
}

function isStated({ rate, aer, range }: CellFigures): boolean {
  return rate !== undefined || aer !== undefined || range !== undefined
}

function tierOfRow(
  { tenure: { tenure } }: FactualRow,
  terms: AgreedTerms,
  payout: AgreedTerms['payouts'][number],
): Tier {
  const { months, to } = tenure
  const range = to === undefined ? {} : { tenureTo: to.months }
  return tierOf({ ...terms, tenure: months, ...range, payout })
}

type OfferContext = {
  readonly tier: Tier
  readonly terms: AgreedTerms
  readonly context: TableContext
}

/** The offer of a rate, with its AER; none if the page prints a range in place of the rate, which holds the sheet. */
function offerOf(
  row: FactualRow,
  { column, cell, figures, read }: FigureCell,
  own: FigureCell | undefined,
  { tier, terms, context: { definition, notes } }: OfferContext,
): readonly ReadOffer[] {
  const { findings } = notes
  const { rate, range } = figures
  if (own?.figures.range !== undefined) {
    const message = `The page prints a range for an AER: ${quoted(own.figures.range)}.`
    findings.push({ rule: 'range', message })
  }
  if (rate === undefined) {
    const message = `The page prints a range for ${tierText(tier)}: ${quoted(range ?? cell.text)}.`
    findings.push({ rule: 'range', tier, message })
    return []
  }
  const aer = figures.aer ?? own?.figures.aer
  const other = own?.figures.aer
  if (aer !== undefined && other !== undefined && !sameDecimal(aer, other)) {
    const message = `The page states two different AERs for ${tierText(tier)}: ${aer} and ${other}.`
    findings.push({ rule: 'fields-disagree', tier, message })
  }
  const { days, to } = row.tenure.tenure
  const { minimumCell } = row.facts
  const heading = column.cell ?? cell
  const aerCell = figures.aer === undefined ? own?.read : read
  return [
    {
      offer: {
        ...tier,
        ...(days !== undefined && { tenureDays: days }),
        ...(to?.days !== undefined && { tenureToDays: to.days }),
        rate,
        ...(aer !== undefined && { annualEffectiveRate: aer }),
        ...(terms.product !== undefined && { product: terms.product }),
      },
      cells: {
        rate: read,
        tenure: row.tenure.cell,
        column: { address: heading.address, text: heading.text },
        ...(aer !== undefined && aerCell !== undefined && { annualEffectiveRate: aerCell }),
        ...(minimumCell !== undefined && { minimumDeposit: minimumCell }),
        ...(definition.factor !== undefined && { factor: definition.factor }),
      },
    },
  ]
}

type Terms = AgreedTerms & { readonly payout: string }

/** The AER cell that belongs to some terms; `undefined` if there is none, or if it is empty. */
function effectiveRateOf(all: readonly FigureCell[], terms: Terms): FigureCell | undefined {
  const own = all.filter(({ column }) => belongsTo(column.role, terms))
  const [cell, other] = own
  if (other !== undefined) {
    const names = own.map(({ column }) => quoted(column.name)).join(' and ')
    refuse(`Several AER columns belong to the same rate: ${names}.`)
  }
  return cell === undefined || !isStated(cell.figures) ? undefined : cell
}

/** Whether an AER column belongs to some terms: what it states is so. */
function belongsTo({ payout, variant, min_deposit, product }: ColumnRole, terms: Terms): boolean {
  return (
    (payout === undefined || [payout].flat().some((one) => one === terms.payout)) &&
    (variant === undefined || variant === terms.variant) &&
    (min_deposit === undefined || min_deposit === terms.minimumDeposit) &&
    (product === undefined || product === terms.product)
  )
}

/** An AER without a rate is a doubt: the rate may be missing. */
function noteUnusedEffectiveRates(
  row: FactualRow,
  effective: readonly FigureCell[],
  used: Set<number>,
  { findings }: ReadingNotes,
): void {
  for (const { column, cell, figures } of effective) {
    if (used.has(column.index) || !isStated(figures)) continue
    used.add(column.index)
    const message = `The row ${quoted(row.tenure.cell.text)} has the AER ${quoted(cell.text)} under ${quoted(column.name)}, and no rate that it belongs to.`
    findings.push({ rule: 'aer-without-rate', message })
  }
}
