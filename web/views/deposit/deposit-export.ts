import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Background } from '../../api/background.ts'
import type { Messages } from '../../messages/messages.ts'
import type { ExportTable } from '../../take-along/export-table.ts'
import {
  exportColumns,
  institutionCells,
  institutionColumns,
  offerCells,
  offerColumns,
  safetyCells,
  safetyColumns,
} from '../../rates/export-cells.ts'
import { yieldOf, type ReachedTier } from './offer-yield.ts'

type DepositFigures = {
  readonly tiers: readonly ReachedTier[]
  readonly amount: Decimal
  readonly background: Background
}

/** The table of what an amount brings that readers take along. */
export function depositExport(
  { tiers, amount, background }: DepositFigures,
  messages: Messages,
): ExportTable {
  const { words } = messages
  return {
    columns: exportColumns(
      [
        ...institutionColumns,
        ...offerColumns,
        'isReached',
        'interest',
        'paidBack',
        ...safetyColumns,
        'receipt',
      ],
      messages,
    ),
    rows: () =>
      tiers.map(({ offer, meetsMinimum }) => {
        const { evidence } = offer
        const { interest, maturityValue } = yieldOf(offer, amount)
        return [
          ...institutionCells(evidence.institution_id, background, messages),
          ...offerCells(evidence, messages),
          meetsMinimum ? words.yes : words.no,
          meetsMinimum ? interest : null,
          meetsMinimum ? maturityValue : null,
          ...safetyCells(evidence, background, messages),
          evidence.id,
        ]
      }),
  }
}
