import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Option } from 'commander'
import { schemaProblems } from '../collect/source/schema-problems.ts'
import { writeFailure, Failure } from '../domain/failure.ts'
import { insuranceStatuses } from '../domain/institution.ts'
import { addOptions, plainCommand } from './options.ts'
import { print, tell, withTerminal, type Ask } from './output.ts'
import { bookFromData } from './settings/read-settings-file.ts'
import { bookSchema, settingsText, type BookData } from './settings/settings-schema.ts'

type AnswerName =
  | 'country'
  | 'currency'
  | 'timeZone'
  | 'languages'
  | 'operator'
  | 'contact'
  | 'insurance'

/** The answers, as texts. */
type Answers = { readonly [Name in AnswerName]?: string | undefined }

/** The same while they are collected. */
type Collected = { [Name in AnswerName]?: string | undefined }

type Question = {
  readonly name: AnswerName
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

export default addOptions(
  plainCommand(
    'init',
    'make the folder of a new book: its settings, an institution, a place for sources and systemd units',
    example,
  ),
  questions.map(({ flag, text }) => new Option(flag, text)),
)
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

/** The units of `deploy`, and the folders and the user that they name. */
const units = fileURLToPath(new URL('../../deploy/', import.meta.url))
const launcher = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))
const unitFolder = '/var/lib/ratebook'
/** The catalogues that the page has. */
const catalogues = fileURLToPath(new URL('../../web/dist/languages/', import.meta.url))

const institutions = [
  {
    id: 'example-bank',
    name: 'Example Bank',
    type: 'bank',
    website: 'https://example-bank.example',
    active: true,
    license_type: 'commercial_bank',
    credit_rating: null,
    rating_agency: null,
    rating_updated: null,
    stale_after_days: 30,
  },
]

/** The files of a new book, by their paths in its folder, which is an absolute path. */
function newBookFiles(data: BookData, folder: string): ReadonlyMap<string, string> {
  const untranslated = (data.languages ?? []).filter(
    (tag) => tag !== 'en' && !existsSync(join(catalogues, `${tag}.json`)),
  )
  const settings = untranslated.length === 0 ? data : { ...data, catalogues: 'languages' }
  return new Map([
    ['ratebook.yaml', settingsText(settings)],
    ...untranslated.map((tag) => [join('languages', `${tag}.json`), '{}\n'] as const),
    ['institutions.json', `${JSON.stringify(institutions, undefined, 2)}\n`],
    [join('sources', 'README.md'), sourcesText(data)],
    ...globSync('*.{service,timer}', { cwd: units })
      .toSorted()
      .map((name) => [join('systemd', name), unitText(name, folder)] as const),
  ])
}

function sourcesText({ country = 'XX', currency, time_zone: zone }: BookData): string {
  const folder = country.toLowerCase()
  return `# Sources

A source says where an institution publishes its rates, and how \`ratebook collect\` reads the page. It is one file,
\`${folder}/<institution>.yaml\`, with the id that the institution has in \`institutions.json\`.
docs/sources.md of Ratebook explains every key; this is a small one, \`${folder}/example-bank.yaml\`:

\`\`\`yaml
institution: example-bank
currency: ${currency}
timezone: ${zone}
schedule: "17 9 * * 1-5"         # minute hour day month weekday
verified_live: false             # true once a person has compared a run with the live page
pages:
  - name: rates
    url: https://example-bank.example/rates
    format: html                 # html, json, pdf or xlsx
    must_contain: [Example Bank] # without it, it is another page
date: { under: Fixed deposits, format: "{D} {MMMM} {YYYY}", means: effective }
empty: ["", "-"]                 # cells that mean "not offered"
tables:
  - under: Fixed deposits        # the heading or caption over the table
    header_rows: 1
    columns:
      Period: tenure
      Rate: { payout: maturity }
expects:
  maturity: [3, 6, 12]           # months; a tenure that is gone holds the sheet
\`\`\`

Save the page, let Ratebook make the first draft from it, and see what the source reads, before anything is collected. The draft
is a guess: compare every line of it with the page.

    mkdir -p sources/${folder}
    curl -sS --compressed -o page.html https://example-bank.example/rates
    ratebook source draft page.html --institution example-bank --url https://example-bank.example/rates > sources/${folder}/example-bank.yaml
    ratebook source check
    ratebook source try example-bank --page page.html

The first sheet of a new or changed source is held until a reviewer has accepted the source:

    ratebook reviewer add jane --name "Jane Doe"
    ratebook collect example-bank
    ratebook source accept example-bank --by jane
    ratebook collect example-bank
`
}

/** A unit of `deploy` for a folder and for the user who runs this, unless that is root. The hardening stays. */
function unitText(name: string, folder: string): string {
  const text = readFileSync(join(units, name), 'utf8')
    .replaceAll('/opt/ratebook/bin/ratebook.js', launcher)
    .replaceAll('/usr/bin/env node', process.execPath)
    .replace(/^ProtectHome=yes$/m, protectHome([folder, launcher, process.execPath]))
  const { username } = userInfo()
  const ofUser =
    username === 'root'
      ? text
      : text.replace(/^User=.*$/m, `User=${username}`).replace(/^Group=.*\n/m, '')
  if (folder === unitFolder) return ofUser
  return ofUser
    .replace(/^StateDirectory=.*\nStateDirectoryMode=.*$/m, `ReadWritePaths=${folder}`)
    .replaceAll(unitFolder, folder)
}

/** A program cannot see a folder in /home that is hidden from it. */
function protectHome(paths: readonly string[]): string {
  const isInHome = paths.some((path) => /^\/(?:home|root)\//.test(path))
  return isInHome ? 'ProtectHome=read-only' : 'ProtectHome=yes'
}
