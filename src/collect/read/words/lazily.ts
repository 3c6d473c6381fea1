/** A value that is made when it is first needed, and then kept: most reads need few of the words. */
export function lazily<T>(make: () => T): () => T {
  const made: T[] = []
  return () => {
    const [value = make()] = made
    made[0] = value
    return value
  }
}
