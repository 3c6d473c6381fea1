import { changes } from './changes.ts'
import { charts } from './charts.ts'
import { columns } from './columns.ts'
import { corrections } from './corrections.ts'
import { deposit } from './deposit.ts'
import { errors } from './errors.ts'
import { filters } from './filters.ts'
import { institution } from './institution.ts'
import { institutions } from './institutions.ts'
import { insurance } from './insurance.ts'
import { market } from './market.ts'
import { matrix } from './matrix.ts'
import { page } from './page.ts'
import { receipt } from './receipt.ts'
import { sources } from './sources.ts'
import { takeAlong } from './take-along.ts'
import { words } from './words.ts'

/** Every sentence of the page in English. Another language has the same keys. */
export const english = {
  words,
  page,
  errors,
  filters,
  market,
  deposit,
  insurance,
  matrix,
  institution,
  institutions,
  changes,
  corrections,
  sources,
  receipt,
  charts,
  columns,
  takeAlong,
}
