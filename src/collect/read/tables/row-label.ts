import type { RowRole } from '../source/table-schema.ts'
import { matchingLines, refuseForms, type PatternLine } from '../words/pattern.ts'
import {
  ignoringLine,
  isIgnored,
  type IgnoredTexts,
  type IgnoringLine,
  type ReadingNotes,
} from './reading-notes.ts'

/** The role of a row that is read, with the number that its label has in place of `{n}`. */
export type LabelRole = Exclude<RowRole, { readonly ignore: string }>

/** The line of the source that leaves a row out, or the role that its label has. */
export type RowLabel =
  | { readonly ignored: IgnoringLine }
  | { readonly role: LabelRole; readonly line: RowRole | undefined }

/** The `ignore` line that names one of the texts of a row; `undefined` if none does. */
export function ignoringRow(
  texts: readonly string[],
  { ignoredRows, matched }: ReadingNotes,
): IgnoredTexts | undefined {
  const lines = texts.flatMap((text) => matchingLines(text, ignoredRows))
  for (const { role } of lines) matched.add(role)
  return lines[0]?.role
}

/**
 * Finds the line of `rows` or `ignore` for a row with this label and this first text. The most exact line counts; a label that two lines
 * name equally exactly ends the read if one reads it and the other leaves it out.
 */
export function labelOf(
  label: string,
  first: string,
  rows: readonly PatternLine<RowRole>[],
  notes: ReadingNotes,
): RowLabel {
  const lines: readonly PatternLine<RowRole | IgnoredTexts>[] = [...rows, ...notes.ignoredRows]
  const best = matchingLines(label, lines)
  const own = best.filter((line): line is PatternLine<RowRole> => rows.some((one) => one === line))
  const others = best.length - own.length
  if (own.length > 1 || (own.length > 0 && others > 0)) refuseForms(label, best)
  const [line] = own
  if (line === undefined) {
    const ignoring = ignoringRow([label, first], notes)
    return ignoring === undefined
      ? { role: {}, line: undefined }
      : { ignored: ignoringLine(ignoring) }
  }
  const { role, pattern } = line
  if (isIgnored(role)) {
    notes.matched.add(role)
    return { ignored: { line: `rows ${JSON.stringify(pattern.source)}`, reason: role.ignore } }
  }
  const ignoring = first === label ? undefined : ignoringRow([first], notes)
  if (ignoring !== undefined) return { ignored: ignoringLine(ignoring) }
  return { role: withNumber(role, pattern.match(label)[0]?.['n']), line: role }
}

/** The role of a row with the number of its label in place of `{n}`. */
function withNumber(role: LabelRole, n: string | undefined): LabelRole {
  if (n === undefined) return role
  const { tenure, product } = role
  return {
    ...role,
    ...(typeof tenure === 'string' && { tenure: tenure.replaceAll('{n}', n) }),
    ...(product !== undefined && { product: product.replaceAll('{n}', n) }),
  }
}
