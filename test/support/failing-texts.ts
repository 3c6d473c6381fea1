import { columnOf, type RowTexts } from '../../src/http/rows/row-texts.ts'

/** The same texts, of which those of publications cannot be made for as long as `fails` is set. */
export function failingTexts(texts: RowTexts): { readonly texts: RowTexts; fails: boolean } {
  const textOf = (number: number): string => {
    if (failing.fails) throw new Error('no text')
    return texts.publication.textOf(number)
  }
  const failing = { texts: { ...texts, publication: columnOf(textOf) }, fails: true }
  return failing
}
