import { columnOf, type RowTexts } from '../../src/http/rows/row-texts.ts'

/** The same texts, of which those of publications cannot be made for as long as `fails` is set. */
export function failingTexts(texts: RowTexts): { readonly texts: RowTexts; fails: boolean } {
  const { frame, valuesOf } = texts.publication
  const failingValues = (number: number): readonly string[] => {
    if (failing.fails) throw new Error('no text')
    return valuesOf(number)
  }
  const failing = { texts: { ...texts, publication: columnOf(frame, failingValues) }, fails: true }
  return failing
}
