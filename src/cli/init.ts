import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { schemaProblems } from '../collect/source/schema-problems.ts'
import { Failure, writeFailure } from '../domain/failure.ts'
import { insuranceStatuses } from '../domain/institution.ts'
import { plainCommand } from './options.ts'
import { print, tell } from './output.ts'
import { bookFromData } from './settings/book-from-data.ts'
import { newBookFiles } from './settings/new-book.ts'
import { bookSchema, type BookData } from './settings/settings-schema.ts'
import { withTerminal, type Ask } from './terminal.ts'

/** The answers, as texts. */
type Answers = {
  readonly country?: string | undefined
  readonly currency?: string | undefined
  readonly timeZone?: string | undefined
  readonly languages?: string | undefined
  readonly operator?: string | undefined
  readonly contact?: string | undefined
  readonly insurance?: string | undefined
}

/** The same while they are collected. */
type Collected = { -readonly [Name in keyof Answers]: Answers[Name] }

type Question = {
  readonly name: keyof Answers
  readonly flag: string
  readonly text: string
  /** The settings in `ratebook.yaml` that the answer gives. */
  readonly data: (answer: string) => BookData
  /** The answer that is proposed, after those before it. */
  readonly proposal?: (answers: Answers) => string | undefined
}

const otherStatuses = insuranceStatuses.filter((status) => status !== 'insured_up_to')

const questions: readonly Question[] = [
  {
    name: 'country',
    flag: '--country <code>',
    text: 'the country, ISO 3166-1, such as KE',
    data: (country) => ({ country }),
  },
  {
    name: 'currency',
    flag: '--currency <code>',
    text: 'the currency of the rates, ISO 4217, such as KES',
    data: (currency) => ({ currency }),
  },
  {
    name: 'timeZone',
    flag: '--time-zone <name>',
    text: 'the time zone, such as Africa/Nairobi; by default that of the country, if it has one',
    data: (zone) => ({ time_zone: zone }),
    proposal: ({ country }) => onlyZoneOf(country),
  },
  {
    name: 'languages',
    flag: '--languages <list>',
    text: 'the languages of the page, the first one is the default; init makes an empty catalogue for those that Ratebook lacks (docs/languages.md); by default en',
    data: (list) => ({ languages: list.split(/[\s,]+/).filter((one) => one !== '') }),
    proposal: () => 'en',
  },
  {
    name: 'operator',
    flag: '--operator <name>',
    text: 'your name or that of your organisation',
    data: (name) => ({ operator: { name } }),
  },
  {
    name: 'contact',
    flag: '--contact <address>',
    text: 'your e-mail address, or an https URL: for readers, and for the operators of collected sites',
    data: (contact) => ({ operator: { contact } }),
  },
  {
    name: 'insurance',
    flag: '--insurance <amount>',
    text: `the amount up to which the deposits of a bank are insured, or ${otherStatuses.join(', ')}`,
    data: (answer) => ({ insurance: { bank: insuranceOf(answer) } }),
    proposal: () => 'unknown',
  },
]

const example = `ratebook init rates
ratebook init rates --country KE --currency KES --time-zone Africa/Nairobi --operator "Rates of Kenya" --contact rates@example.org --insurance 500000`

const initCommand = plainCommand(
  'init',
  'make the folder of a new book: its settings, an institution, a place for sources and systemd units',
  example,
)
for (const { flag, text } of questions) initCommand.option(flag, text)

export default initCommand
  .argument('[folder]', 'the folder of the book', '.')
  .action(async (given: string, flags: Answers) => {
    const folder = resolve(given)
    if (/[\s%"'\\]/.test(folder))
      throw new Failure(
        'usage',
        `${folder} has a space or a quote in its path, which a systemd unit cannot name plainly; choose another folder.`,
      )
    // Before anything is asked; the answers add only empty catalogues.
    refuseConflicts(folder, [...newBookFiles({}, folder).keys()])
    const answers = process.stdin.isTTY ? await askMissing(flags) : withProposals(flags)
    const data = dataOf(answers)
    const files = newBookFiles(data, folder)
    refuseConflicts(folder, [...files.keys()])
    for (const [path, text] of files) write(join(folder, path), text)
    printNext(folder)
  })

function refuseConflicts(folder: string, paths: readonly string[]): void {
  const existing = paths.filter((path) => existsSync(join(folder, path)))
  if (existing.length === 0) return
  throw new Failure(
    'configuration',
    `${folder} already has ${existing.join(', ')}, and nothing is overwritten; move them away, or choose another folder.`,
  )
}

/** Without a terminal, flags and proposals must answer every question. Whether deposits are insured is never guessed. */
function withProposals(flags: Answers): Answers {
  const answers: Collected = { ...flags }
  for (const { name, proposal } of questions)
    if (name !== 'insurance') answers[name] ??= proposal?.(answers)
  const missing = questions.filter(({ name }) => answers[name] === undefined)
  if (missing.length > 0)
    throw new Failure(
      'usage',
      `Give ${missing.map(({ flag }) => flag).join(', ')}: without a terminal, nothing can be asked. (--help explains each)`,
    )
  return answers
}

/** Asks for what no flag gives, until each answer can be used. */
async function askMissing(flags: Answers): Promise<Answers> {
  const answers: Collected = { ...flags }
  await withTerminal(async (ask) => {
    for (const question of questions)
      answers[question.name] ??= await askOne(question, answers, ask)
  })
  return answers
}

async function askOne(
  { text, data, proposal }: Question,
  answers: Answers,
  ask: Ask,
): Promise<string> {
  const proposed = proposal?.(answers)
  const shown = proposed === undefined ? text : `${text} [${proposed}]`
  for (;;) {
    const line = await ask(`${shown}: `)
    if (line === undefined) throw new Failure('usage', '\nNothing was made.')
    const answer = line || (proposed ?? '')
    const problems = problemsOf(data(answer))
    if (problems.length === 0) return answer
    tell(problems.join('\n'))
  }
}

/** The settings that the answers give. Throws a `Failure` that names every wrong flag. */
function dataOf(answers: Answers): BookData {
  const parts = questions.map(({ name, flag, data }) => ({ flag, data: data(answers[name] ?? '') }))
  const problems = parts.flatMap(({ flag, data }) =>
    problemsOf(data).map((message) => `${flag.split(' ', 1)[0]}: ${message}`),
  )
  if (problems.length > 0) throw new Failure('usage', problems.join('\n'))
  const all = parts.map(({ data }) => data)
  const operator = Object.assign({}, ...all.map((data) => data.operator ?? {})) as Operator
  return Object.assign({}, ...all, { operator }) as BookData
}

type Operator = NonNullable<BookData['operator']>

/** The problems of a part of the settings, as sentences. */
function problemsOf(data: BookData): readonly string[] {
  // The currency of an insured amount is that of the book.
  const withCurrency = { currency: 'EUR', ...data }
  const inSchema = schemaProblems(bookSchema, data)
  const found = inSchema.length > 0 ? inSchema : bookFromData(withCurrency, '').problems
  return found.map(({ message }) => message)
}

function insuranceOf(answer: string): NonNullable<NonNullable<BookData['insurance']>['bank']> {
  const status = otherStatuses.find((one) => one === answer)
  return status === undefined ? { status: 'insured_up_to', amount: answer } : { status }
}

/** The time zone of a country that has only one. */
function onlyZoneOf(country: string | undefined): string | undefined {
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return undefined
  const zones = new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []
  return zones.length === 1 ? zones[0] : undefined
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    throw writeFailure(`${path} cannot be written`, error as Error)
  }
}

function printNext(folder: string): void {
  print(`${folder} is ready: ratebook.yaml has the settings, institutions.json an example, sources is for your sources,
and systemd has units for this folder.

Put your first institution into institutions.json, because entries cannot be removed. Then:

  cd ${folder}
  ratebook register institutions.json
  ratebook serve`)
}
