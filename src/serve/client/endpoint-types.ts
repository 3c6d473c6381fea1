import type { Static, TObject, TOptional, TSchema, TString } from 'typebox'
import type { Endpoint } from '../http/endpoint.ts'
import type { endpoints } from '../http/endpoints.ts'
import type { Written } from '../http/schema/parameters.ts'

/** The server's endpoints by name, without those that answer with a text. All types of the client are derived from this table. */
export type EndpointTable = {
  readonly [
    E in (typeof endpoints)[number] as E extends Endpoint<TObject, TString> ? never : E['name']
  ]: E
}
export type EndpointName = keyof EndpointTable

/** Merges an intersection into one object type, which editors show more clearly. */
type Merged<T> = { [K in keyof T]: T[K] }

type QueryFields<E> = E extends Endpoint<infer Q> ? Q['properties'] : never
type OptionalName<F> = {
  [K in keyof F]: F[K] extends TOptional | { readonly default: unknown } ? K : never
}[keyof F]
type FieldValue<F, K extends keyof F> = F[K] extends TSchema ? Written<Static<F[K]>> : never
type PathParameters<Path> = Path extends `${string}{${infer Name}}${string}`
  ? { readonly [K in Name]: string }
  : unknown

/** The parameters of an endpoint, in its path and its query. Those with a default are optional. */
export type ParametersOf<E extends Endpoint> = Merged<
  PathParameters<E['path']> & {
    readonly [K in Exclude<keyof QueryFields<E>, OptionalName<QueryFields<E>>>]: FieldValue<
      QueryFields<E>,
      K
    >
  } & {
    readonly [K in OptionalName<QueryFields<E>>]?: FieldValue<QueryFields<E>, K> | undefined
  }
>

/** The JSON body that an endpoint answers with. */
export type BodyOf<E extends Endpoint> = E extends Endpoint<TObject, infer R> ? Static<R> : never

/** One record of the list that an endpoint answers with. */
export type RowOf<E extends Endpoint> =
  BodyOf<E> extends readonly (infer Row)[] ? Readonly<Row> : never
