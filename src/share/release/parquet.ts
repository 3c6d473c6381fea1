import { fileWriter, parquetWriteRows } from 'hyparquet-writer'
import { canonicalDecimal, scaleOf, unitsOf, type Decimal } from '../../domain/decimal.ts'
import { dayLength } from '../../domain/instant.ts'
import { valueText, type WireValue } from '../../serve/http/endpoint.ts'
import { version } from '../../serve/http/site.ts'
import type { Column, Table } from './tables.ts'

type ParquetOptions = Parameters<typeof parquetWriteRows>[0]
type SchemaElement = NonNullable<ParquetOptions['schema']>[number]

/** A type of decimals: how many digits it has in all, and after the point. */
type DecimalType = { readonly precision: number; readonly scale: number }

/** The type of most columns, in 64 bits. The product of two such values still has a decimal type in most programs. */
const usual: DecimalType = { precision: 18, scale: 6 }
/** Holds every `Decimal`: at most 15 digits on each side of the point. */
const widest: DecimalType = { precision: 30, scale: 15 }
/** The bytes of a number with 30 digits and a sign. */
const widestLength = 13

/** Larger groups take more memory, and repeat fewer names. */
const rowsOfGroup = 25_000

/** Writes a table as a Parquet file. Every value is exact: no column has floating-point numbers. */
export function writeParquet(path: string, { columns, rows }: Table): void {
  const wide = wideColumns(columns, rows())
  const typed = columns.map((column) => ({
    ...column,
    decimal: wide.has(column.name) ? widest : usual,
  }))
  // hyparquet-writer writes synchronously if the rows and the file are synchronous.
  void parquetWriteRows({
    writer: fileWriter(path),
    rows: parquetRows(typed, rows()),
    columns: columns.map(({ name }) => ({ name })),
    schema: [{ name: 'root', num_children: columns.length }, ...typed.map(schemaOf)],
    rowGroupSize: rowsOfGroup,
    createdBy: `ratebook version ${version}`,
  })
}

/** The columns with a value that does not fit the usual type. */
function wideColumns(
  columns: readonly Column[],
  rows: ReturnType<Table['rows']>,
): ReadonlySet<string> {
  const decimals = columns.filter(({ kind }) => kind === 'decimal')
  const wide = new Set<string>()
  for (const row of rows)
    for (const { name } of decimals) {
      const value = row[name]
      if (typeof value === 'string' && !fits(value as Decimal, usual)) wide.add(name)
    }
  return wide
}

function fits(value: Decimal, { precision, scale }: DecimalType): boolean {
  const digits = canonicalDecimal(value)
  const places = scaleOf(digits)
  const whole = digits.length - (places === 0 ? 0 : places + 1)
  return places <= scale && whole <= precision - scale
}

type TypedColumn = Column & { readonly decimal: DecimalType }

function* parquetRows(
  columns: readonly TypedColumn[],
  rows: ReturnType<Table['rows']>,
): Generator<Record<string, unknown>> {
  for (const row of rows) {
    const values: Record<string, unknown> = {}
    for (const column of columns) values[column.name] = parquetValue(column, row[column.name])
    yield values
  }
}

/** A value as the library takes it: integers in the unit of the type, so that nothing is rounded. */
function parquetValue({ kind, decimal }: TypedColumn, value: WireValue | undefined): unknown {
  if (value === undefined || value === null) return null
  switch (kind) {
    case 'decimal':
      return unitsOf(canonicalDecimal(value as Decimal), decimal.scale)
    case 'day':
      return Date.parse(valueText(value)) / dayLength
    case 'instant':
      return BigInt(Date.parse(valueText(value)))
    case 'flag':
      return value
    case 'text':
      return valueText(value)
    default:
      throw kind satisfies never
  }
}

/** The types of the other columns. Old readers know converted types, newer ones logical types. */
const types = {
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  flag: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
} as const

function schemaOf({ name, kind, decimal }: TypedColumn): SchemaElement {
  const element = { name, repetition_type: 'OPTIONAL' } as const
  if (kind !== 'decimal') return { ...element, ...types[kind] }
  return {
    ...element,
    ...(decimal === usual
      ? { type: 'INT64' }
      : { type: 'FIXED_LEN_BYTE_ARRAY', type_length: widestLength }),
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', ...decimal },
    ...decimal,
  }
}
