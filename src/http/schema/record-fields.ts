import type { TSchema } from 'typebox'

/** The parts of a schema that name its fields. */
type RecordSchema = {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly anyOf?: readonly RecordSchema[]
}

/**
 * The fields of a record, by name. A record of several kinds has the fields of all of them; a field whose values depend on the
 * kind is listed with all its values.
 */
export function recordFields({
  properties = {},
  anyOf = [],
}: RecordSchema): Record<string, TSchema> {
  const fields: Record<string, TSchema> = { ...properties }
  for (const alternative of anyOf) {
    for (const [name, field] of Object.entries(recordFields(alternative))) {
      const known = fields[name]
      fields[name] = known === undefined ? field : withValuesOf(known, field)
    }
  }
  return fields
}

/** A field with the values of an enumeration that another kind of record adds. */
function withValuesOf(known: TSchema, field: TSchema): TSchema {
  const [values, more] = [valuesOf(known), valuesOf(field)]
  if (values === undefined || more === undefined) return known
  return { ...known, enum: [...new Set([...values, ...more])] }
}

function valuesOf(schema: TSchema): readonly string[] | undefined {
  return (schema as { readonly enum?: readonly string[] }).enum
}
