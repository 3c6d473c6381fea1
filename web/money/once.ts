/** Makes a value when it is first needed: the first use of a format of `Intl` takes long. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
