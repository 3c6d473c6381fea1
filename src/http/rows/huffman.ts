/** Bits, the lowest first, and how many they are. */
export type Bits = readonly [bits: number, count: number]

/** Codes of some symbols, none of more bits than `most`, shorter ones for those of more weight; symbols of weight 0 have none. */
export function codesFor(weights: readonly number[], most: number): readonly Bits[] {
  const lengths = lengthsFor(weights, most)
  // The codes of each length follow one another, behind those that are shorter (RFC 1951, 3.2.2).
  const codes: Bits[] = lengths.map(() => [0, 0])
  let next = 0
  for (let length = 1; length <= most; length++, next <<= 1) {
    for (const [symbol, own] of lengths.entries())
      if (own === length) codes[symbol] = [reversed(next++, length), length]
  }
  return codes
}

/** How many bits the code of each symbol has: the two lightest are put together until there is one (Huffman). */
function lengthsFor(weights: readonly number[], most: number): readonly number[] {
  const lengths = weights.map(() => 0)
  let trees = [...weights.entries()]
    .filter(([, weight]) => weight > 0)
    .map(([symbol, weight]) => ({ weight, symbols: [symbol] }))
  while (trees.length > 1) {
    trees = trees.toSorted((a, b) => a.weight - b.weight)
    const [one, other] = trees.splice(0, 2) as [(typeof trees)[0], (typeof trees)[0]]
    const symbols = [...one.symbols, ...other.symbols]
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1
    trees.push({ weight: one.weight + other.weight, symbols })
  }
  if (Math.max(...lengths) <= most) return lengths
  // Weights that differ less make codes that differ less.
  return lengthsFor(
    weights.map((weight) => Math.ceil(weight / 2)),
    most,
  )
}

/** Some bits in the other order: codes begin with their highest. */
function reversed(bits: number, count: number): number {
  let other = 0
  for (let bit = 0; bit < count; bit++) other |= ((bits >> bit) & 1) << (count - 1 - bit)
  return other
}
