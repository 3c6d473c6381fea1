import { createInterface } from 'node:readline/promises'
import type { Store } from '../book/store/store.ts'
import { ruleText, type Finding } from '../domain/gate-limits.ts'
import { shortened, visible, visibleLines } from '../domain/text.ts'

/** Writes lines of the result to standard output. */
export function print(lines: string): void {
  process.stdout.write(`${visibleLines(lines)}\n`)
}

/** Writes a value as a line of JSON to standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${visible(JSON.stringify(value))}\n`)
}

/** Writes a document to standard output: as it is, but to a terminal. */
export function printText(text: string): void {
  if (process.stdout.isTTY) print(text.trimEnd())
  else process.stdout.write(text)
}

/** Writes a message for the user to standard error. */
export function tell(lines: string): void {
  process.stderr.write(`${visibleLines(lines)}\n`)
}

/** A column of a table. Figures are aligned at their decimal points. */
export type Column<T> = {
  readonly title: string
  readonly value: (row: T) => string
  readonly isFigure?: boolean
}

/** More characters than an entry of this Ratebook has in a cell; a mirror may have others. */
const longestCell = 1_000

/** Formats rows as a text table. */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const cells = columns.map(({ title, value, isFigure = false }) => {
    const values = rows.map((row) => shortened(visible(value(row)), longestCell))
    const aligned = isFigure ? alignPoints(values) : values
    const width = Math.max(title.length, ...aligned.map((text) => text.length))
    const pad = (text: string): string => (isFigure ? text.padStart(width) : text.padEnd(width))
    return [pad(title), ...aligned.map(pad)]
  })
  const lines = [-1, ...rows.keys()].map((index) =>
    cells.map((column) => column[index + 1]).join('  '),
  )
  return lines.map((line) => line.trimEnd()).join('\n')
}

function alignPoints(values: readonly string[]): string[] {
  const decimals = (text: string): number =>
    text.includes('.') ? text.length - text.indexOf('.') : 0
  const most = Math.max(0, ...values.map(decimals))
  return values.map((text) => text + ' '.repeat(most - decimals(text)))
}

/** Shows the progress of a long task. */
type Progress = { readonly step: (done: number) => void; readonly end: () => void }

/** A progress bar on standard error if that is a terminal, otherwise nothing. */
export function progress(label: string, total: number): Progress {
  if (!process.stderr.isTTY || total === 0) return { step: () => {}, end: () => {} }
  const width = 30
  let shown = ''
  return {
    step: (done) => {
      const full = Math.min(width, Math.floor((done / total) * width))
      const bar = `${label} ${'█'.repeat(full)}${'░'.repeat(width - full)} ${done}/${total}`
      if (bar !== shown) process.stderr.write(`\r${bar}`)
      shown = bar
    },
    end: () => process.stderr.write('\r\x1b[K'),
  }
}

/** Shows a progress bar while some work goes through a book. */
export async function withProgress<T>(
  label: string,
  store: Pick<Store, 'head'>,
  work: (step: (done: number) => void) => Promise<T>,
): Promise<T> {
  const { position } = await store.head()
  const bar = progress(label, position)
  try {
    return await work(bar.step)
  } finally {
    bar.end()
  }
}

/** A finding of the gate, with its rule and the limit that decided. */
export function findingText(finding: Finding): string {
  return `${visible(finding.message)} [${ruleText(finding)}]`
}

/** The findings of the gate as lines, under the name of what was checked. */
export function findingLines(name: string, findings: readonly Finding[]): string {
  return [
    `${name}: not entered, because it is implausible`,
    ...findings.map((finding) => `  ${findingText(finding)}`),
    '  If the figures are right, give the reason: --reason "…".',
  ].join('\n')
}

/** Asks at the terminal and reads a line; `undefined` once there are no more. */
export type Ask = (question: string) => Promise<string | undefined>

/** Lets somebody answer questions at the terminal. */
export async function withTerminal<Result>(use: (ask: Ask) => Promise<Result>): Promise<Result> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Unlike `question`, the iterator keeps lines that come before they are asked for.
  const lines = terminal[Symbol.asyncIterator]()
  try {
    return await use(async (question) => {
      terminal.setPrompt(question)
      terminal.prompt()
      const line = await lines.next()
      return line.done === true ? undefined : line.value.trim()
    })
  } finally {
    terminal.close()
  }
}
