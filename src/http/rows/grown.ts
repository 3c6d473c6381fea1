/** An array that has room for so many numbers: itself, or a longer one with the same at its beginning. */
export function grownTo<A extends Int32Array | Float64Array>(
  array: A,
  length: number,
  empty: (length: number) => A,
): A {
  if (length <= array.length) return array
  // Twice as many, so that growing one by one does not copy each time.
  const longer = empty(2 * length)
  longer.set(array)
  return longer
}

/** Zeros, for `grownTo`. */
export const zeros = (length: number): Int32Array => new Int32Array(length)
