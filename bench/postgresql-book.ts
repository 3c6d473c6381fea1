import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { catchUp, loadMarket } from '../src/cli/load-market.ts'
import { openStore } from '../src/cli/open-store.ts'
import type { Market } from '../src/market/market.ts'
import { emptyMarket } from '../src/market/market.ts'
import type { Store } from '../src/store/store.ts'
import { median } from './load/contest.ts'
import { fillBook } from './make-book.ts'
import { largest, marketDrafts } from './market.ts'
import { launcher } from './peers/ours.ts'
import { bytesOf, namedSession, sessionsOf } from './peers/postgresql-session.ts'
import { timed } from './process/command.ts'
import { cpuSeconds } from './process/usage.ts'
import { sectionOf } from './report/page.ts'
import { figure } from './report/section.ts'
import { sheetWriter } from './targets/sheet.ts'

const usage = `usage: node bench/postgresql-book.ts --database postgres://… [--standby postgres://…] [--changes N]

Makes the market of the benchmark in an empty database, and the same in a SQLite file, and measures in both what it takes to
read the whole book, to publish a sheet of 100 offers, and to look for news once, as a node does five times a second.
A database that holds a book already is measured as it is; the sheets stay in it.`

const [loads, sheets, looks] = [3, 8, 4_000]

/** Milliseconds by the clock, of our processor, and of that of the database as far as it runs on this machine. */
type Spent = { readonly wall: number; readonly ours: number; readonly database: number }

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    standby: { type: 'string' },
    changes: { type: 'string', default: `${largest}` },
  },
})
const { database, standby } = values
if (database === undefined) {
  console.error(usage)
  process.exit(64)
}
const folder = mkdtempSync(join(tmpdir(), 'ratebook-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'book.db')
const nextSheet = sheetWriter(folder)

const made = { ours: await make(file), theirs: await make(database) }
const rows: string[][] = [row('making it, s', made.theirs / 1000, made.ours / 1000)]
const bytes = await bytesOf(database)
rows.push(row('its size, MB', bytes.stored / 1e6, statSync(file).size / 1e6))
rows.push(row('its entries, which a node reads that starts, MB', bytes.read / 1e6))
const read = { theirs: await load(database), ours: await load(file) }
rows.push(row('reading all of it, ms', read.theirs.wall, read.ours.wall))
rows.push(row('… of the node’s processor, ms', read.theirs.ours, read.ours.ours))
rows.push(row('… of the database’s, ms', read.theirs.database))
const published = { theirs: await publish(database), ours: await publish(file) }
rows.push(row('publishing a sheet, ms', published.theirs.wall, published.ours.wall))
rows.push(row('… of the publisher’s processor, ms', published.theirs.ours, published.ours.ours))
const looked = { theirs: await look(database), ours: await look(file) }
rows.push(row('a look for news, µs', looked.theirs.wall, looked.ours.wall))
rows.push(row('… of the node’s processor, µs', looked.theirs.ours, looked.ours.ours))
rows.push(row('… of the database’s, µs', looked.theirs.database))
if (standby !== undefined) {
  const there = await look(standby)
  rows.push(row('a look at a standby, µs', there.wall, looked.ours.wall))
  rows.push(row('… of the node’s processor, µs', there.ours, looked.ours.ours))
  rows.push(row('… of the database’s, µs', there.database))
}
const columns = ['what', 'PostgreSQL to SQLite', 'PostgreSQL', 'SQLite']
console.log(
  sectionOf({
    title: 'A book in PostgreSQL',
    text: `${figure(Number(values.changes))} changes. Medians: ${loads} readings, ${sheets} sheets less \`publish --help\`; means of ${figure(looks)} looks.`,
    verdicts: [],
    tables: [{ title: 'Beside SQLite', columns, rows }],
  }),
)

/** Makes the book if there is none; the milliseconds that this took. */
async function make(book: string): Promise<number> {
  const store = await openStore(book, 'create')
  const began = performance.now()
  const isNew = (await store.head()).position === 0
  if (isNew) await fillBook(store, marketDrafts(Number(values.changes)))
  await store.close()
  return isNew ? performance.now() - began : Number.NaN
}

/** What a node does that starts. */
async function load(book: string): Promise<Spent> {
  const all: Spent[] = []
  for (let i = 0; i < loads; i++) {
    all.push(await reading(book, async (store) => void (await loadMarket(store))))
  }
  const of = (part: keyof Spent) => median(all.map((spent) => spent[part]))
  return { wall: of('wall'), ours: of('ours'), database: of('database') }
}

/** What a node does that follows; in microseconds. */
async function look(book: string): Promise<Spent> {
  let market: Market = emptyMarket
  await reading(book, async (store) => {
    market = await loadMarket(store)
  })
  const {
    wall,
    ours,
    database: theirs,
  } = await reading(book, async (store) => {
    for (let i = 0; i < looks; i++) {
      if (!(await store.isReadable())) throw new Error('The book cannot be read.')
      if ((await catchUp(store, market)) !== market) throw new Error('Somebody published.')
    }
  })
  const each = 1000 / looks
  return { wall: wall * each, ours: ours * each, database: theirs * each }
}

async function publish(book: string): Promise<Omit<Spent, 'database'>> {
  const [walls, processors]: [number[], number[]] = [[], []]
  for (let i = 0; i <= sheets; i++) {
    const sheet = await timed(process.execPath, [
      launcher,
      'publish',
      nextSheet(),
      '--database',
      book,
    ])
    const help = await timed(process.execPath, [launcher, 'publish', '--help'])
    // The first one finds nothing in any cache.
    if (i === 0) continue
    walls.push(sheet.milliseconds - help.milliseconds)
    processors.push(sheet.processor - help.processor)
  }
  return { wall: median(walls), ours: median(processors) }
}

/** What some work with an open book takes. */
async function reading(book: string, work: (store: Store) => Promise<void>): Promise<Spent> {
  const store = await openStore(namedSession(book), 'read')
  const sessions = await sessionsOf(book)
  const before = cpuSeconds(sessions)
  const usage = process.cpuUsage()
  const began = performance.now()
  await work(store)
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(usage)
  const theirs = (cpuSeconds(sessions) - before) * 1000
  await store.close()
  return { wall, ours: (user + system) / 1000, database: theirs }
}

function row(what: string, postgresql: number, sqlite = Number.NaN): string[] {
  return [what, figure(postgresql / sqlite), figure(postgresql), figure(sqlite)]
}
