/** How many items a test accepts at the start of a list, by binary search: it must accept none after the first that it refuses. */
export function countWhile<T>(items: readonly T[], accepts: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (accepts(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
