/** What a value of an entry must be. `unchecked`: `audit` computes the value again, or its instant was read. */
type Form =
  | 'text'
  | 'lines'
  | 'printed'
  | 'url'
  | 'digest'
  | 'identifier'
  | 'decimal'
  | 'day'
  | 'instant'
  | 'position'
  | 'index'
  | 'unchecked'

/**
 * The schema of a value in the body of an entry: its type, its keys, its text in the book and the check of `audit` follow from it.
 * The property `type` is never there; it carries the type.
 */
export type Schema<T = unknown> = {
  readonly type?: T
  readonly isOptional?: boolean
  /** Whether an instant is in it, which is a text in the book. */
  readonly hasInstants?: boolean
} & (
  | { readonly is: Form }
  | { readonly is: 'word'; readonly what: string; readonly words: readonly string[] }
  | { readonly is: 'list'; readonly of: Schema; readonly isFilled: boolean }
  | { readonly is: 'object'; readonly keys: Keys; readonly instants: readonly string[] }
  | { readonly is: 'either'; readonly of: readonly Schema[] }
)

/** The keys of an object, and the schemas of their values. */
export type Keys = Readonly<Record<string, Schema>>

/** The type of the values of a schema. */
export type TypeOf<S> = S extends { readonly type?: infer T } ? T : never

type Optional = { readonly isOptional: true }

/** The type of an object with these keys. */
export type ObjectOf<K extends Keys> = Flat<
  {
    readonly [P in keyof K as K[P] extends Optional ? never : P]: TypeOf<K[P]>
  } & {
    readonly [P in keyof K as K[P] extends Optional ? P : never]?: TypeOf<K[P]>
  }
>

type Flat<T> = { [P in keyof T]: T[P] }

/** A text of one of the forms, by default of one line. */
export function text(is: Form = 'text'): Schema<string> {
  return { is }
}

/** A value of one of the forms. */
export function value<T>(is: Form): Schema<T> {
  return is === 'instant' ? { is, hasInstants: true } : { is }
}

/** One of a list of words, which messages call `what`. */
export function word<T extends string>(what: string, words: readonly T[]): Schema<T> {
  return { is: 'word', what, words }
}

/** A list. */
export function list<T>(of: Schema<T>): Schema<readonly T[]> {
  return { is: 'list', of, isFilled: false, hasInstants: of.hasInstants === true }
}

/** A list of at least one value. */
export function filledList<T>(of: Schema<T>): Schema<readonly T[]> {
  return { is: 'list', of, isFilled: true, hasInstants: of.hasInstants === true }
}

/** An object with these keys and no others. */
export function object<K extends Keys>(keys: K): Schema<ObjectOf<K>> {
  const instants = Object.keys(keys).filter((key) => keys[key]?.hasInstants)
  return { is: 'object', keys, instants, hasInstants: instants.length > 0 }
}

/** The schema of a type that is written out elsewhere: it has each key of the type. */
export function objectLike<T extends object>(keys: {
  readonly [P in keyof T]-?: Schema<Exclude<T[P], undefined>> &
    (Pick<T, P> extends Required<Pick<T, P>> ? unknown : Optional)
}): Schema<T> {
  return object(keys as Keys) as Schema<T>
}

/** A value with one of these schemas. */
export function either<T>(...of: readonly Schema<T>[]): Schema<T> {
  return { is: 'either', of }
}

/** A key that may be absent. */
export function optional<T>(schema: Schema<T>): Schema<T> & Optional {
  return { ...schema, isOptional: true }
}

/** The keys of an object. */
export function keysOf(schema: Schema): readonly string[] {
  return schema.is === 'object' ? Object.keys(schema.keys) : []
}

/** The keys of a schema, at every depth. */
export function keysIn(schema: Schema): readonly string[] {
  if (schema.is === 'object')
    return Object.entries(schema.keys).flatMap(([key, of]) => [key, ...keysIn(of)])
  if (schema.is === 'either') return schema.of.flatMap(keysIn)
  return schema.is === 'list' ? keysIn(schema.of) : []
}

/** A value with each of its instants converted. What the schema does not name stays as it is. */
export function withInstants(
  schema: Schema,
  given: unknown,
  convert: (instant: unknown) => unknown,
): unknown {
  if (schema.hasInstants !== true) return given
  if (schema.is === 'list')
    return (given as readonly unknown[]).map((one) => withInstants(schema.of, one, convert))
  if (schema.is !== 'object') return convert(given)
  const values = given as Readonly<Record<string, unknown>>
  const converted: Record<string, unknown> = { ...values }
  for (const key of schema.instants) {
    const [of, one] = [schema.keys[key] as Schema, values[key]]
    if (one !== undefined || of.isOptional !== true) converted[key] = withInstants(of, one, convert)
  }
  return converted
}
