import type { Static, TObject, TOptional, TSchema } from 'typebox'
import type { Endpoint } from '../http/endpoint.ts'
import type { endpoints } from '../http/endpoints.ts'
import type { Written } from '../http/schema/parameters.ts'

/** Every endpoint of the server by its name: what it takes and answers is read from this table, and written nowhere else. */
export type Table = { readonly [E in (typeof endpoints)[number] as E['name']]: E }
export type EndpointName = keyof Table

/** Puts an intersection into one object, as an editor should show it. */
type Plain<T> = { [K in keyof T]: T[K] }

type Fields<E> = E extends Endpoint<infer Q> ? Q['properties'] : never
type OptionalName<F> = {
  [K in keyof F]: F[K] extends TOptional | { readonly default: unknown } ? K : never
}[keyof F]
type Value<F, K extends keyof F> = F[K] extends TSchema ? Written<Static<F[K]>> : never
type InPath<Path> = Path extends `${string}{${infer Name}}${string}`
  ? { readonly [K in Name]: string }
  : unknown

/** What an endpoint is asked: the parameters of its path and of its query, those with a default left out or not. */
export type ParametersOf<E extends Endpoint> = Plain<
  InPath<E['path']> & {
    readonly [K in Exclude<keyof Fields<E>, OptionalName<Fields<E>>>]: Value<Fields<E>, K>
  } & {
    readonly [K in OptionalName<Fields<E>>]?: Value<Fields<E>, K> | undefined
  }
>

/** What an endpoint answers, as JSON has it. */
export type BodyOf<E extends Endpoint> = E extends Endpoint<TObject, infer R> ? Static<R> : never

/** One record of the list that an endpoint answers with. */
export type RowOf<E extends Endpoint> =
  BodyOf<E> extends readonly (infer Row)[] ? Readonly<Row> : never
