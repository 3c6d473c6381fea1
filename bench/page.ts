/** The middle number, or the mean of the middle two. */
export function median(numbers: readonly number[]): number {
  const rising = numbers.toSorted((a, b) => a - b)
  const middle = rising.slice((rising.length - 1) >> 1, (rising.length >> 1) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** Three significant digits, or all those of a whole number; a dash where nothing was measured. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return '–'
  return value >= 100 ? value.toFixed(0) : `${Number(value.toPrecision(3))}`
}

/** A number with its target, and whether it meets that. */
export function withTarget(value: number, relation: '≤' | '≥', target: number): string {
  if (Number.isNaN(value)) return '–'
  const isMet = relation === '≤' ? value <= target : value >= target
  return `${figure(value)} (${relation} ${target}: ${isMet ? 'yes' : 'no'})`
}

/** A Markdown table. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const dashes = columns.map((_, i) => (i === 0 ? '---' : '---:'))
  return [columns, dashes, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
