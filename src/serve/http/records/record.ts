import { Type, type TObject, type TOptional, type TSchema } from 'typebox'
import type { WireRow, WireValue } from '../endpoint.ts'
import type { WireType } from './wire-types.ts'

/** One field of a record: its schema with description and example, and where its value comes from. */
export type RecordField<S, T extends TSchema = TSchema> = {
  readonly schema: T
  readonly value: (source: S) => unknown
  /** Writes what `value` returned. `undefined` leaves the field out. */
  readonly write: (value: never) => WireValue | undefined
}

/** The fields of a record by name, in the order of the wire. */
type Fields<S> = { readonly [name: string]: RecordField<S> }
type SchemaOf<F> = F extends { readonly schema: infer T extends TSchema } ? T : never
type SchemasOf<F> = { [K in keyof F]: SchemaOf<F[K]> }

/** A record that has exactly these fields. Its schema, rows, CSV columns and client types follow from them. */
export type RecordType<S, F> = {
  readonly fields: F
  readonly schema: TObject<SchemasOf<F>>
  readonly write: (source: S) => WireRow
  /** Creates a function that writes the rows of one answer. */
  readonly writer: () => (source: S) => WireRow
}

/** The columns of a list, and how its rows are written. */
export type RowWriter<S> = {
  readonly columns: readonly string[]
  readonly write: (source: S) => WireRow
}

/** A field that is always there. */
export function field<S, V, T extends TSchema>(
  { schema, write }: WireType<V, T>,
  value: (source: S) => V,
): RecordField<S, T> {
  return { schema, value, write }
}

/** A field that is left out where it has no value. */
export function optional<S, V, T extends TSchema>(
  { schema, write }: WireType<V, T>,
  valueOf: (source: S) => V | undefined,
): RecordField<S, TOptional<T>> {
  return {
    schema: Type.Optional(schema) as TOptional<T>,
    value: valueOf,
    write: (value: V | undefined) => (value === undefined ? undefined : write(value)),
  }
}

/** A field that only `details=true` requests; it may be null. */
export function detail<S, V, T extends TSchema & { readonly description?: string }>(
  { schema, write }: WireType<V, T>,
  value: (source: S) => V,
): RecordField<S, TOptional<T>> {
  const description = `${schema.description} Only with \`details=true\`. The specification does not have this field.`
  return field({ schema: Type.Optional({ ...schema, description }) as TOptional<T>, write }, value)
}

/** A record of `S`: `recordOf<Institution>()({ id: field(wire.institutionId, ({ id }) => id) })`. */
export const recordOf =
  <S>() =>
  <F extends Fields<S>>(fields: F): RecordType<S, F> => {
    const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema] as const)
    return {
      fields,
      schema: Type.Object(Object.fromEntries(schemas) as unknown as SchemasOf<F>, {
        additionalProperties: false,
      }),
      write: (source) => writerOf(fields).write(source),
      writer: () => writerOf(fields).write,
    }
  }

/** The examples of the fields of a record, together as an example of the record. */
export function exampleOf({ fields }: { readonly fields: object }): object {
  const entries = Object.entries(fields as Fields<never>)
  return Object.fromEntries(
    entries.map(([name, { schema }]) => [
      name,
      (schema as { readonly examples?: readonly unknown[] }).examples?.[0],
    ]),
  )
}

/** Creates a writer of one answer, with some fields of a record. Neighbouring rows often share values, which are written once. */
export function writerOf<S>(fields: Fields<S>): RowWriter<S> {
  const all = Object.entries(fields).map(([name, { value, write }]) => ({
    name,
    value,
    write,
    last: undefined as
      | { readonly value: unknown; readonly written: WireValue | undefined }
      | undefined,
  }))
  const write = (source: S): WireRow => {
    const row: Record<string, WireValue> = {}
    for (const one of all) {
      const value = one.value(source)
      if (one.last === undefined || one.last.value !== value)
        one.last = { value, written: one.write(value as never) }
      const { written } = one.last
      if (written !== undefined) row[one.name] = written
    }
    return row
  }
  return { columns: Object.keys(fields), write }
}

/** The fields of a record that is a part of the source of another one. */
export function fieldsOf<S, P, F extends Fields<P>>(
  { fields }: RecordType<P, F>,
  partOf: (source: S) => P,
): { readonly [K in keyof F]: RecordField<S, SchemaOf<F[K]>> } {
  const all = Object.entries(fields).map(([name, { schema, value, write }]) => [
    name,
    { schema, value: (source: S) => value(partOf(source)), write },
  ])
  return Object.fromEntries(all) as { readonly [K in keyof F]: RecordField<S, SchemaOf<F[K]>> }
}
