/** A colour as red, green and blue, each up to 255; `undefined` if it is not known. */
export type Colour = readonly [number, number, number] | undefined

export const black: Colour = [0, 0, 0]
export const white: Colour = [255, 255, 255]

/** The least difference of two colours that a person sees. */
export const leastDifference = 24

/** The largest difference of the parts of two colours. One that is not known differs from all others. */
export function colourDifference(one: Colour, other: Colour): number {
  if (one === undefined || other === undefined) return one === other ? 0 : 255
  return Math.max(...one.map((part, index) => Math.abs(part - (other[index] ?? 0))))
}

/** A colour over another one, of which it hides a part: 0 is nothing, 1 all. */
export function mixedColour(below: Colour, above: Colour, alpha: number): Colour {
  if (above === undefined || below === undefined) return undefined
  const part = (from: number, to: number) => from + (to - from) * alpha
  return [part(below[0], above[0]), part(below[1], above[1]), part(below[2], above[2])]
}

/** Reads a colour of six hexadecimal digits, such as `FFD53B`. */
export function parseColour(digits: string): Colour {
  if (!/^[\da-f]{6}$/i.test(digits)) return undefined
  const values = Array.from(digits.toLowerCase(), (digit) => '0123456789abcdef'.indexOf(digit))
  const part = (place: number) => 16 * (values[place] ?? 0) + (values[place + 1] ?? 0)
  return [part(0), part(2), part(4)]
}
