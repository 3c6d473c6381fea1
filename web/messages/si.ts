import type { Messages } from './messages.ts'
import { changes } from './si/changes.tsx'
import { charts } from './si/charts.ts'
import { columns } from './si/columns.ts'
import { corrections } from './si/corrections.tsx'
import { deposit } from './si/deposit.tsx'
import { errors } from './si/errors.ts'
import { filters } from './si/filters.ts'
import { institution } from './si/institution.tsx'
import { institutions } from './si/institutions.tsx'
import { market } from './si/market.tsx'
import { matrix } from './si/matrix.ts'
import { page } from './si/page.tsx'
import { receipt } from './si/receipt.tsx'
import { sources } from './si/sources.tsx'
import { takeAlong } from './si/take-along.ts'
import { words } from './si/words.ts'

/** Every sentence of the page in Sinhala. Nobody has reviewed this translation, and the page says so. */
export const sinhala: Messages = {
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
