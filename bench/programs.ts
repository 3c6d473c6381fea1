// A program that people use instead of writing a server, on the same data: Soul on SQLite.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runLoad } from './load.ts'
import { institutions } from './market.ts'
import { figure, median, table } from './page.ts'
import { startRatebook, startServer, type Bench, type BenchServer } from './servers.ts'

/** One question to both programs, each with a path of its own. */
type Question = {
  readonly name: string
  readonly paths: Readonly<Record<string, string>>
  readonly span: number
}

function questions(changes: number): readonly Question[] {
  const page = 'limit=100&offset={offset}'
  return [
    {
      name: 'compare, asked before',
      paths: {
        Ratebook: '/compare?tenure_months=12',
        Soul: '/api/tables/comparison/rows?_filters=tenure_months:12&_limit=100&_ordering=-rate_pa',
      },
      span: 1,
    },
    {
      name: 'history of an institution, never asked',
      paths: {
        Ratebook: `/rates/history/institution-{institution}?${page}`,
        Soul: '/api/tables/history/rows?_filters=institution_id:institution-{institution}&_ordering=-seq&_limit=100&_page={page}',
      },
      span: changes / institutions.length - 100,
    },
    {
      name: 'changes of the market, never asked',
      paths: {
        Ratebook: `/rates/changes?${page}`,
        Soul: '/api/tables/movement/rows?_ordering=-seq&_limit=100&_page={page}',
      },
      span: changes - institutions.length * 100 - 100,
    },
  ]
}

export async function programs(bench: Bench): Promise<string> {
  const book = bench.books.at(-1)
  if (book === undefined) throw new Error('There is no book.')
  const ratebook = await startRatebook(bench, book)
  const servers = [ratebook, await startSoul(bench, ratebook.url)]
  const rows: string[][] = []
  for (const { name, paths, span } of questions(book.changes)) {
    const times: number[] = []
    for (const server of servers) {
      const path = paths[server.name] ?? ''
      const rounds: number[] = []
      for (let i = 0; i < bench.rounds; i++) {
        const { failed, micros } = await runLoad(server, path, { base: 0, span }, 2)
        if (failed > 0)
          throw new Error(`${server.name} answers ${failed} times ${path} with an error.`)
        rounds.push(micros)
      }
      times.push(median(rounds))
    }
    const [ours = Number.NaN, others = Number.NaN] = times
    rows.push([name, ...[ours, others, others / ours].map(figure)])
  }
  const columns = ['µs', 'Ratebook', 'Soul', 'Soul ÷ Ratebook']
  return `Processor time per response, in microseconds, with ${book.changes} changes. Answers have up to 100 rows. Soul ${soulVersion} serves indexed tables of SQLite; it comes from \`npm install soul-cli@${soulVersion}\` into the folder of the bench. PostgREST was not measured, because neither Debian nor npm has it.

${table(columns, rows)}`
}

const soulVersion = '0.8.2'

/** Installs Soul with the Node of the machine, whose headers its native packages need, and fills its tables from the API. */
async function startSoul(bench: Bench, source: string): Promise<BenchServer> {
  const folder = join(bench.programsFolder, 'soul')
  const env = { ...process.env, PATH: '/usr/local/bin:/usr/bin:/bin' }
  if (!existsSync(join(folder, 'done'))) {
    mkdirSync(folder, { recursive: true })
    const npm = (...args: string[]) => {
      execFileSync('npm', [...args, '--prefix', folder], { env, cwd: folder, stdio: 'ignore' })
    }
    npm('install', `soul-cli@${soulVersion}`, '--ignore-scripts')
    npm('rebuild', '--foreground-scripts', '--nodedir=/usr')
    writeFileSync(join(folder, 'done'), '')
  }
  const file = join(bench.folder, 'soul.db')
  await fillSqlite(file, source)
  const node = execFileSync('which', ['node'], { env, encoding: 'utf8' }).trim()
  const program = join(folder, 'node_modules', 'soul-cli', 'src', 'server.js')
  return startServer(bench, 'Soul', '/api/tables', (port) => {
    return [node, program, '--database', file, '--port', port]
  })
}

type Row = Readonly<Record<string, string | number>>

/** The tables of a good service on SQLite, with the rows of the API. */
async function fillSqlite(file: string, source: string): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; BEGIN;
    CREATE TABLE comparison (institution_id TEXT, institution_name TEXT, institution_type TEXT,
      tenure_months REAL, rate_pa REAL, payout_type TEXT);
    CREATE TABLE history (seq INTEGER PRIMARY KEY, institution_id TEXT, tenure_months REAL,
      prev_rate_pa REAL, new_rate_pa REAL, changed_at TEXT);
    CREATE TABLE movement (seq INTEGER PRIMARY KEY, institution_id TEXT, institution_name TEXT,
      institution_type TEXT, product_variant TEXT, tenure_months REAL, payout_type TEXT,
      prev_rate_pa REAL, new_rate_pa REAL, direction TEXT, changed_at TEXT);`)
  const insert = (name: string, rows: readonly Row[], columns: readonly string[]) => {
    const values = columns.map((column) => `:${column}`).join()
    const statement = database.prepare(`INSERT INTO ${name} (${columns.join()}) VALUES (${values})`)
    for (const row of rows) {
      statement.run(
        Object.fromEntries(columns.map((column) => [`:${column}`, row[column] ?? null])),
      )
    }
  }
  const columnsOf = (name: string) =>
    database
      .prepare(`SELECT name FROM pragma_table_info(?) WHERE name <> 'seq'`)
      .all(name)
      .map((row) => String(row['name']))
  for (const months of ['12', '24'])
    insert(
      'comparison',
      await rowsOf(`${source}/compare?tenure_months=${months}`),
      columnsOf('comparison'),
    )
  for (const { id } of institutions)
    for (const page of await pagesOf(`${source}/rates/history/${id}`))
      insert('history', page, columnsOf('history'))
  for (const page of await pagesOf(`${source}/rates/changes`))
    insert('movement', page, columnsOf('movement'))
  database.exec('CREATE INDEX by_institution ON history (institution_id, seq); COMMIT; ANALYZE')
  database.close()
}

async function rowsOf(url: string): Promise<readonly Row[]> {
  return (await (await fetch(url)).json()) as readonly Row[]
}

/** All pages of a list, the oldest rows first. */
async function pagesOf(url: string): Promise<(readonly Row[])[]> {
  const pages: (readonly Row[])[] = []
  for (;;) {
    const rows = await rowsOf(`${url}?limit=1000&offset=${pages.length * 1000}`)
    pages.push(rows.toReversed())
    if (rows.length < 1000) return pages.toReversed()
  }
}
