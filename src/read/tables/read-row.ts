import type { Cell, OfferCells } from '../../domain/origin.ts'
import { tierOf, tierText, type Offer } from '../../domain/offer.ts'
import { refuse, shown } from '../refusal.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import { agreedTerms, statedBy, type AgreedTerms, type Stated } from './terms.ts'
import { readFigures } from './read-figure.ts'
import type { RowTenure } from './read-tenure.ts'
import type { ColumnRole, ReadColumn } from './columns.ts'
import type { RowFacts } from './row-facts.ts'
import type { ReadingNotes } from './reading-notes.ts'

/** An offer and the cells that it was read from. */
export type ReadOffer = { readonly offer: Offer; readonly cells: OfferCells }

/** A row whose tenure and words are known. */
export type FactualRow = {
  readonly cells: readonly TableCell[]
  readonly tenure: RowTenure
  readonly facts: RowFacts
  /** The terms that the row label states. */
  readonly label: Stated
  /** The terms with which the source replaces those of the page. */
  readonly relabelled: Stated
}

/** Reads the offers of a row: one for each rate and payout. */
export function readRow(
  row: FactualRow,
  columns: readonly ReadColumn[],
  definition: SourceTable,
  notes: ReadingNotes,
): readonly ReadOffer[] {
  const used = new Set<ReadColumn>()
  const offers = columns.filter(isRate).flatMap((column) => {
    const cell = row.cells[column.index]
    if (cell === undefined) return []
    const figures = readFigures(column, cell, definition, notes)
    const stated = [statedBy(column.role), ...row.facts.stated, row.label]
    const terms = agreedTerms(stated, statedBy(definition), row.relabelled)
    const { range } = figures
    if (range === undefined && figures.rate === undefined) return []
    if (terms.payouts.length === 0)
      refuse(`Nothing states the payout of the rate ${shown(cell.text)}.`, cell.address)
    return terms.payouts.flatMap((payout): readonly ReadOffer[] => {
      const { months, days, to } = row.tenure.tenure
      const tenureTo = to?.months
      const tier = tierOf({
        ...terms,
        tenure: months,
        ...(tenureTo !== undefined && { tenureTo }),
        payout,
      })
      const note = (rule: string, message: string) => notes.findings.push({ rule, tier, message })
      for (const what of terms.conflicts)
        note(
          'fields-disagree',
          `The page states two different texts for the ${what} of ${tierText(tier)}.`,
        )
      if (figures.rate === undefined) {
        note('range', `The page prints a range for ${tierText(tier)}: ${shown(range ?? '')}.`)
        return []
      }
      const printed = effectiveRateOf(row, { ...terms, payout }, columns, definition, notes)
      if (printed !== undefined) used.add(printed.column)
      const aer = figures.aer ?? printed?.aer
      return [
        {
          offer: {
            ...tier,
            ...(days !== undefined && { tenureDays: days }),
            ...(to?.days !== undefined && { tenureToDays: to.days }),
            rate: figures.rate,
            ...(aer !== undefined && { annualEffectiveRate: aer }),
            ...(terms.product !== undefined && { product: terms.product }),
          },
          cells: {
            rate: plain(cell),
            tenure: row.tenure.cell,
            column: plain(column.cell ?? cell),
            ...(aer !== undefined && { annualEffectiveRate: plain(printed?.cell ?? cell) }),
            ...(row.facts.minimumCell !== undefined && { minimumDeposit: row.facts.minimumCell }),
            ...(definition.factor !== undefined && { factor: definition.factor }),
          },
        },
      ]
    })
  })
  checkUnusedEffectiveRates(row, columns, used, definition, notes)
  return offers
}

function isRate({ role: { is } }: ReadColumn): boolean {
  return is === undefined || is === 'rate'
}

function plain({ address, text }: Cell): Cell {
  return { address, text }
}

type Terms = AgreedTerms & { readonly payout: string }

/** The AER in the column that belongs to some terms; `undefined` if there is none, or if its cell is empty. */
function effectiveRateOf(
  row: FactualRow,
  terms: Terms,
  columns: readonly ReadColumn[],
  definition: SourceTable,
  notes: ReadingNotes,
) {
  const own = columns.filter(({ role }) => role.is === 'aer' && belongsTo(role, terms))
  const [column, other] = own
  if (column === undefined) return undefined
  if (other !== undefined) {
    const names = own.map(({ name }) => shown(name)).join(' and ')
    refuse(`Several AER columns belong to the same rate: ${names}.`)
  }
  const cell = row.cells[column.index]
  if (cell === undefined) return undefined
  const { aer, range } = readFigures(column, cell, definition, notes)
  if (range !== undefined)
    notes.findings.push({
      rule: 'range',
      message: `The page prints a range for an AER: ${shown(range)}.`,
    })
  return aer === undefined ? undefined : { column, cell, aer }
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
function checkUnusedEffectiveRates(
  row: FactualRow,
  columns: readonly ReadColumn[],
  used: ReadonlySet<ReadColumn>,
  definition: SourceTable,
  notes: ReadingNotes,
): void {
  for (const column of columns) {
    const cell = row.cells[column.index]
    if (column.role.is !== 'aer' || used.has(column) || cell === undefined) continue
    const { aer } = readFigures(column, cell, definition, notes)
    if (aer === undefined) continue
    const message = `The row ${shown(row.tenure.cell.text)} has the AER ${shown(cell.text)} under ${shown(column.name)}, and no rate that it belongs to.`
    notes.findings.push({ rule: 'aer-without-rate', message })
  }
}
