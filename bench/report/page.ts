import type { Section, Table, Verdict } from './section.ts'

/** How a page was made. */
export type Head = {
  readonly command: string
  readonly day: string
  readonly rounds: number
  readonly seconds: number
  readonly minutes: number
  /** Whether services of others took part, which were asked beforehand whether they answer the same. */
  readonly isRivalled: boolean
  /** How much of the processors what was no part of the run took. */
  readonly others: number
  readonly machine: readonly (readonly [what: string, is: string])[]
}

/** From this share on what others did shows in the numbers. */
const spoilt = 0.05

/** A share in words. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** The whole page: how it was made, the targets, then each section with its ratios first. */
export function pageOf(head: Head, sections: readonly Section[]): string {
  return `${[
    '# Benchmarks',
    `> Written by \`${head.command}\` on ${head.day}, in ${head.minutes.toFixed(0)} minutes; never by hand. [bench](../bench/README.md) says how to run it.`,
    `${head.rounds === 1 ? 'One round' : `Medians of ${head.rounds} rounds`} of ${head.seconds} s, the contenders in turn${head.isRivalled ? ', after a check that all give the same answers' : ''}. Ratios come first, medians of those of each round: absolute numbers are those of one machine. A load generator fills its own core before a fast server fills the other, which presses ratios of answers a second toward 1; the processor time of the server for each answer (user and system, its children and its database included) does not depend on that.`,
    ...(head.others > spoilt
      ? [
          `**Other programs took ${percent(head.others)} of the processors meanwhile: these numbers are spoilt, those in milliseconds most of all.**`,
        ]
      : []),
    markdown({ title: 'The machine', columns: ['what', 'is'], rows: head.machine }, 2),
    '## Targets',
    ...sections.filter(({ verdicts }) => verdicts.length > 0).map(verdictsOf),
    ...sections.map(sectionOf),
  ].join('\n\n')}\n`
}

/** One section as text. */
export function sectionOf({ title, text, tables }: Section): string {
  const filled = tables.filter(({ rows }) => rows.length > 0)
  return [`## ${title}`, text, ...filled.map((table) => markdown(table, 3))].join('\n\n')
}

/** The targets of one section as a table. */
export function verdictsOf({ title, verdicts }: Section): string {
  const columns = ['what', 'target', 'measured', 'met']
  const rows = verdicts.map(({ what, target, measured, isMet }) => [
    what,
    target,
    measured,
    wordOf(isMet),
  ])
  return markdown({ title, columns, rows }, 3)
}

function wordOf(isMet: Verdict['isMet']): string {
  return isMet === undefined ? '–' : isMet ? 'yes' : '**no**'
}

function markdown({ title, columns, rows }: Table, level: number): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = line(columns.map((_, i) => (i === 0 ? '---' : '---:')))
  const heading = `${'#'.repeat(level)} ${title}`
  return [heading, '', line(columns), rule, ...rows.map(line)].join('\n')
}
