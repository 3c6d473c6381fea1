/** Groups rows by a key, in the order of the first row of each. Safari 16.4 has no `Map.groupBy`. */
export function groupBy<Row, Key>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => Key,
): Map<Key, [Row, ...Row[]]> {
  const groups = new Map<Key, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}
