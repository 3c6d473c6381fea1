import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'

/** Section 2 of the design: what the files of a folder may import of the others. */
const mayImport: Record<string, readonly string[]> = {
  domain: [],
  store: ['domain'],
  market: ['domain'],
  query: ['domain', 'market'],
  publish: ['domain', 'market', 'store'],
  http: ['domain', 'market', 'query'],
  client: ['http'],
  web: ['client', 'domain'],
  cli: ['domain', 'store', 'market', 'query', 'publish', 'http', 'client', 'web'],
}

/** The folders of `http`, and what the files of each may import of the others and of those in none: a table of CONTRIBUTING.md. */
const mayImportInHttp = new Map(
  readFileSync('CONTRIBUTING.md', 'utf8')
    .matchAll(/^\| `(\w+)\/` \| .+ \| ([\w, ]+|–) \|$/gm)
    .map(([, folder = '', others = '']) => [folder, others.split(', ')]),
)

/** The folders of `http` for which a request is what it asks, and an answer what it says. */
const unconnected = ['schema', 'message', 'rows', 'endpoints', 'formats', 'docs']
const connections = /^(node:(net|dgram|http|https|http2|tls)|@?fastify(\/.*)?)$/

/** The files that turn text into a JavaScript number, and what it is, since it is never a rate. */
const numbers: Record<string, string> = {
  'src/domain/decimal.ts': 'a plain whole number: a limit, a port, a tenure in days',
  'src/domain/yield.ts': 'the annual effective rate',
  'src/client/exchange.ts': 'a header: a position, or seconds',
}

/** A file as the rules see it; `bare` is its text without comments and without what strings say. */
interface Source {
  path: string
  lines: number
  folder: string
  bare: string
  imports: { to: string; types: boolean }[]
}

const isTest = ({ path }: Source) => path.endsWith('.test.ts')
const isPure = (file: Source) =>
  ['domain', 'market', 'query'].includes(file.folder) && !isTest(file)
const folderOf = (path: string) => path.replace(/^src\//, '').split('/', 1)[0] ?? ''

/** The folder of `http` that a file is in; `http` if it is in none. */
const folderInHttp = (path: string) => {
  const found = /^src\/http\/(?:([^/]+)\/)?/.exec(path)
  return found === null ? undefined : (found[1] ?? 'http')
}

const comments = /\/\*[^]*?\*\/|\/\/.*/
const strings = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/
const kept =
  /`(?:\\.|[^`\\])*`|(?<=(?:[=(,:!&|?[{};]|return)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//
const tokens = new RegExp(`(${kept.source})|(${strings.source})|(${comments.source})`, 'g')
const statements =
  /\bimport\s+(type\s)?(?:[^'";]*?\bfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"`]([^'"`]+)/g

function source(path: string, text: string): Source {
  const code = text.replace(tokens, (token, keep, string) => ((keep ?? string) ? token : ' '))
  const bare = text.replace(tokens, (token, keep, string) => (keep ? token : string ? "''" : ' '))
  const imports = [...code.matchAll(statements)].map(([, type, to, dynamic]) => {
    const name = to ?? dynamic ?? ''
    return {
      to: name.startsWith('.') ? posix.join(path, '..', name) : name,
      types: type !== undefined,
    }
  })
  return { path, lines: text.trimEnd().split('\n').length, folder: folderOf(path), bare, imports }
}

interface Rule {
  says: string
  /** What a file does against the rule. */
  finds: (file: Source) => readonly string[]
  /** Files, by path, that the rule must refuse; and some that it must let pass. */
  bad: [path: string, text: string][]
  good?: [path: string, text: string][]
}

const every = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([found]) => found.trim())
const inside = ({ to }: { to: string }) => /^(src|web|bin|test|bench)\//.test(to)

const rules: Rule[] = [
  {
    says: 'a folder imports only what the table of the design lets it',
    finds: (file) =>
      file.imports
        .filter(inside)
        .map(({ to }) => to)
        .filter((to) => {
          const allowed = [
            file.folder,
            ...(mayImport[file.folder] ?? []),
            ...(isTest(file) ? ['test'] : []),
          ]
          return !allowed.includes(folderOf(to))
        }),
    bad: [
      ['src/domain/day.ts', `import { a } from '../market/a.ts'`],
      ['src/http/serve.ts', `import type {\n  Store,\n} from '../store/store.ts'`],
      ['src/http/endpoints/health.ts', `const store = await import('../../store/store.ts')`],
      ['web/page.ts', `import '../src/query/offers.ts'`],
      ['src/unheard-of/a.ts', `import { day } from '../domain/day.ts'`],
    ],
    good: [
      ['src/query/summary.ts', `import { a } from '../market/a.ts' // not '../store/store.ts'`],
      ['src/query/summary.test.ts', `import { a } from '../../test/samples.ts'`],
    ],
  },
  {
    says: 'every folder of src has a row in the table',
    finds: ({ folder }) => (folder in mayImport ? [] : [folder]),
    bad: [['src/utils/text.ts', '']],
  },
  {
    says: 'a folder of http imports only what its row lets it, and has one',
    finds: (file) => {
      const folder = folderInHttp(file.path)
      if (folder === undefined || folder === 'http') return []
      const allowed = mayImportInHttp.get(folder)
      if (allowed === undefined) return [folder]
      const others = isTest(file) ? [] : file.imports.flatMap(({ to }) => folderInHttp(to) ?? [])
      return others.filter((to) => to !== folder && !allowed.includes(to))
    },
    bad: [
      ['src/http/rows/pieces.ts', `import { a } from '../memo/room.ts'`],
      ['src/http/rows/pieces.ts', `import type { App } from '../app.ts'`],
      ['src/http/rows/pieces.ts', `const { a } = await import('../answer.ts')`],
      ['src/http/rows/pieces.ts', 'const { a } = await import(`../answer.ts`)'],
      ['src/http/server/deeper/a.ts', `import { a } from '../../memo/memo.ts'`],
      ['src/http/schema/schema.ts', `import { a } from '../message/body.ts'`],
      ['src/http/more/a.test.ts', ''],
    ],
    good: [
      ['src/http/memo/room.ts', `import { a } from '../rows/pieces.ts'`],
      ['src/http/rows/pieces.ts', `import type { Body } from '../message/body.ts'`],
      ['src/http/rows/pieces.test.ts', `import { a } from '../memo/room.ts'`],
      ['src/http/app.ts', `import { a } from './memo/memo.ts'`],
    ],
  },
  {
    says: 'what an answer says, and its bytes, know of no connection',
    finds: (file) =>
      unconnected.includes(folderInHttp(file.path) ?? '') && !isTest(file)
        ? file.imports.map(({ to }) => to).filter((to) => connections.test(to))
        : [],
    bad: [
      ['src/http/rows/pieces.ts', `import net from 'node:net'`],
      ['src/http/message/reply.ts', `import type { ServerResponse } from 'node:http'`],
      ['src/http/endpoints/health.ts', `import type { FastifyReply } from 'fastify'`],
    ],
    good: [
      ['src/http/rows/pieces.ts', `import { hash } from 'node:crypto'`],
      ['src/http/server/linger.ts', `import type { Socket } from 'node:net'`],
    ],
  },
  {
    says: 'the client takes nothing but types from elsewhere',
    finds: (file) =>
      file.folder === 'client' && !isTest(file)
        ? file.imports
            .filter(({ to, types }) => !types && folderOf(to) !== 'client')
            .map(({ to }) => to)
        : [],
    bad: [
      ['src/client/client.ts', `import { table } from '../http/table.ts'`],
      ['src/client/client.ts', `import { type Table } from '../http/table.ts'`],
      ['src/client/client.ts', `import { get } from 'node:http'`],
      ['src/client/client.ts', `export type A = 1\nimport { table } from '../http/table.ts'`],
    ],
    good: [['src/client/client.ts', `import type { Table } from '../http/table.ts'`]],
  },
  {
    says: 'domain, market and query are pure: no packages, no node:*, no waiting, no timers, no chance',
    finds: (file) =>
      isPure(file)
        ? [
            ...file.imports.filter((one) => !inside(one)).map(({ to }) => to),
            ...every(
              file.bare,
              /\b(async|await|process|set(Timeout|Interval|Immediate)|queueMicrotask|Math\.random|crypto)\b/g,
            ),
          ]
        : [],
    bad: [
      ['src/domain/day.ts', `import { readFileSync } from 'node:fs'`],
      ['src/query/summary.ts', `import Type from 'typebox'`],
      ['src/market/follow.ts', 'const entries = await read()'],
      ['src/market/follow.ts', 'export async function follow() {}'],
      ['src/query/freshness.ts', 'setInterval(look, 1000)'],
    ],
    good: [
      ['src/domain/day.ts', `// await the day\nconst words = 'no process'`],
      ['src/domain/day.test.ts', `import { test } from 'node:test'`],
    ],
  },
  {
    says: 'only the command line reads the clock',
    finds: (file) =>
      file.folder === 'cli' || isTest(file)
        ? []
        : every(
            file.bare,
            /\bDate\.now\b|\bnew Date(\(\s*\)|(?!\w|\())|(?<!new |[\w.])Date\(|\bperformance\.|\bhrtime\b|\bTemporal\.Now\b/g,
          ),
    bad: [
      ['src/http/serve.ts', 'const now = Date.now()'],
      ['src/publish/publish.ts', 'const at = new Date()'],
      ['src/store/store.ts', 'const started = performance.now()'],
      ['src/query/freshness.ts', 'const text = Date()'],
    ],
    good: [
      ['src/cli/serve.ts', 'const now = () => Date.now()'],
      ['src/domain/day.ts', 'const text = new Date(at).toISOString() + toDate(x)'],
    ],
  },
  {
    says: 'an export stands at what it exports: no barrels, no re-exports',
    finds: ({ bare }) => every(bare, /\bexport\s+(type\s+)?[*{]/g),
    bad: [
      ['src/domain/all.ts', `export * from './day.ts'`],
      ['src/domain/all.ts', `export type { Day } from './day.ts'`],
      ['src/domain/all.ts', `import { day } from './day.ts'\nexport { day }`],
    ],
    good: [['src/domain/day.ts', 'export type Day = string\nexport const day = 1']],
  },
  {
    says: 'only endpoints and commands are default exports',
    finds: ({ path, bare }) =>
      /^src\/(http\/endpoints|cli)\/[^/]+$/.test(path)
        ? []
        : every(bare, /\bexport\s+default\b|\bas default\b/g),
    bad: [['src/domain/day.ts', 'export default 1']],
    good: [['src/cli/serve.ts', 'export default serve']],
  },
  {
    says: 'a class is an error, and there is no enum',
    finds: ({ bare }) =>
      every(bare, /(?<![.\w])class\s+(?!\w+\s+extends\s+\w*Error\b)[\w{].*|\benum\s+\w+\s*\{/g),
    bad: [
      ['src/store/store.ts', 'export class Store {}'],
      ['src/store/store.ts', 'class Book extends Map {}'],
      ['src/store/store.ts', 'const a = class {}'],
      ['src/domain/offer.ts', 'export const enum Variant { general }'],
    ],
    good: [['src/store/store.ts', 'export class StoreError extends Error {}']],
  },
  {
    says: 'no module keeps state',
    finds: ({ bare }) => every(bare, /^(export\s+)?(let|var)\s.*/gm),
    bad: [['src/market/market.ts', 'export let current = 1']],
    good: [['src/market/market.ts', 'function f() {\n  let current = 1\n}']],
  },
  {
    says: 'only the command line talks to the console',
    finds: (file) =>
      file.folder === 'cli' || isTest(file) ? [] : every(file.bare, /\bconsole\b/g),
    bad: [['src/http/serve.ts', `console.log('hello')`]],
    good: [['src/cli/serve.ts', `console.log('hello')`]],
  },
  {
    says: 'text becomes a number only where it is no rate',
    finds: (file) =>
      file.path in numbers || isTest(file) || /^web\/.*chart/.test(file.path)
        ? []
        : every(
            file.bare,
            /(?<![.\w])Number(?![.\w])|\bparse(Float|Int)\b|\.to(Fixed|Precision|Exponential)\(/g,
          ),
    bad: [
      ['src/query/summary.ts', 'const rate = Number(offer.rate)'],
      ['src/query/summary.ts', 'const rates = texts.map(Number)'],
      ['src/http/schema/figures.ts', 'return rate.toFixed(2)'],
    ],
    good: [['src/publish/fields.ts', 'return Number.isInteger(value)']],
  },
  {
    says: 'a file has at most 250 lines',
    finds: ({ lines }) => (lines > 250 ? [`${lines} lines`] : []),
    bad: [['src/domain/day.ts', 'a\n'.repeat(251)]],
    good: [['src/domain/day.ts', 'a\n'.repeat(250)]],
  },
]

const checkout = globSync('{src,web}/**/*.{ts,tsx}').map((path) => {
  const slashed = path.replaceAll('\\', '/')
  return source(slashed, readFileSync(path, 'utf8'))
})

for (const { says, finds, bad, good = [] } of rules) {
  test(`${says}: here`, () => {
    assert.ok(checkout.length > 0)
    const found = checkout.flatMap((file) => finds(file).map((what) => `${file.path}: ${what}`))
    assert.deepEqual(found, [])
  })
  test(`${says}: the rule can fail`, () => {
    for (const [path, text] of bad) {
      assert.notDeepEqual(finds(source(path, text)), [], `${path} passes with ${text}`)
    }
    for (const [path, text] of good) assert.deepEqual(finds(source(path, text)), [], path)
  })
}

test('npm test runs every test file of the checkout', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const globs = [...(scripts['test:run'] ?? '').matchAll(/"([^"]+)"/g)].map(
    ([, glob]) => glob ?? '',
  )
  const all = globSync('**/*.test.*', { exclude: ['**/node_modules', '.git', 'samples'] })
  assert.ok(all.length > 0)
  assert.deepEqual(new Set(globSync(globs)), new Set(all))
})
