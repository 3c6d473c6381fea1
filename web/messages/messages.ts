import { changes } from './en/changes.tsx'
import { charts } from './en/charts.ts'
import { columns } from './en/columns.ts'
import { corrections } from './en/corrections.tsx'
import { deposit } from './en/deposit.tsx'
import { errors } from './en/errors.ts'
import { filters } from './en/filters.ts'
import { institution } from './en/institution.tsx'
import { institutions } from './en/institutions.tsx'
import { market } from './en/market.tsx'
import { matrix } from './en/matrix.ts'
import { page } from './en/page.tsx'
import { receipt } from './en/receipt.tsx'
import { sources } from './en/sources.tsx'
import { takeAlong } from './en/take-along.ts'
import { words } from './en/words.ts'

/** Every sentence of the page in English. Another language has the same names, with values of the same types. */
export const english = {
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

/** The sentences of the page in one language. */
export type Messages = typeof english
