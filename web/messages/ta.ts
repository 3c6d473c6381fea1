import type { Messages } from './messages.ts'
import { changes } from './ta/changes.tsx'
import { charts } from './ta/charts.ts'
import { columns } from './ta/columns.ts'
import { corrections } from './ta/corrections.tsx'
import { deposit } from './ta/deposit.tsx'
import { errors } from './ta/errors.ts'
import { filters } from './ta/filters.ts'
import { institution } from './ta/institution.tsx'
import { institutions } from './ta/institutions.tsx'
import { market } from './ta/market.tsx'
import { matrix } from './ta/matrix.ts'
import { page } from './ta/page.tsx'
import { receipt } from './ta/receipt.tsx'
import { sources } from './ta/sources.tsx'
import { takeAlong } from './ta/take-along.ts'
import { words } from './ta/words.ts'

/** Every sentence of the page in Tamil. Nobody has reviewed this translation, and the page says so. */
export const tamil: Messages = {
  words,
  page,
  errors,
  filters,
  market,
  deposit,
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
