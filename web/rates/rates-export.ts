import type { Decimal } from '../../src/domain/decimal.ts'
import type { EvidenceRow, InstitutionRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import type { Messages } from '../messages/messages.ts'
import { exportTable, type ColumnOf, type ExportTable } from '../take-along/export-table.ts'
import { annualRateOf } from './format.ts'

/** A row about an offer. */
type WithEvidence = {
  readonly evidence: EvidenceRow
  /** The tenure that the view shows, for the effective rate of a range; without one, the lower bound counts. */
  readonly tenure?: Decimal | undefined
}

/** A table of rates that readers take along: the institution and what it offers, more columns, and how safe the offer is. */
export function ratesExport<Row extends WithEvidence>(
  rows: readonly Row[],
  ownColumns: readonly ColumnOf<Row>[],
  { institutions }: Background,
  messages: Messages,
): ExportTable {
  const { words } = messages
  const institutionOf = ({ evidence }: Row) => institutions.get(evidence.institution_id)
  const typeOf = (row?: InstitutionRow) => row && words.typeNouns[row.type]
  const licenceOf = (row?: InstitutionRow) => row && words.licence(row.license_type)
  const columns: readonly ColumnOf<Row>[] = [
    ['institutionId', ({ evidence }) => evidence.institution_id],
    ['institution', (row) => institutionOf(row)?.name],
    ['type', (row) => typeOf(institutionOf(row))],
    ['tenure', ({ evidence }) => evidence.tenure_months],
    ['tenureTo', ({ evidence }) => evidence.tenure_to_months],
    ['payout', ({ evidence }) => words.payouts[evidence.payout_type]],
    ['variant', ({ evidence }) => words.variants[evidence.product_variant]],
    ['rate', ({ evidence }) => evidence.rate_pa],
    ['aer', ({ evidence, tenure }) => annualRateOf(evidence, tenure)],
    ['minimum', ({ evidence }) => evidence.min_deposit],
    ...ownColumns,
    ['sourcePage', ({ evidence }) => evidence.source_url],
    ['confirmedAt', ({ evidence }) => evidence.last_verified_at],
    ['isStale', ({ evidence }) => (evidence.is_stale ? words.yes : words.no)],
    ['licence', (row) => licenceOf(institutionOf(row))],
    ['rating', (row) => institutionOf(row)?.credit_rating],
    ['agency', (row) => institutionOf(row)?.rating_agency],
    ['ratingDay', (row) => institutionOf(row)?.rating_updated],
    ['receipt', ({ evidence }) => evidence.id],
  ]
  return exportTable(columns, () => rows, messages)
}
