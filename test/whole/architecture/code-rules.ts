import { isTest, matches, type Rule, type SourceFile } from './source-file.ts'

/** The files that convert text to a JavaScript number, and what the number is. Only a spreadsheet's cells are rates. */
const numbers: Readonly<Record<string, string>> = {
  'src/domain/decimal.ts': 'a plain whole number: a limit, a port, a tenure in days',
  'src/domain/yield.ts': 'the annual effective rate',
  'src/serve/client/exchange.ts': 'a header: a position, or seconds',
  'web/take-along/formats/workbook.ts':
    'a cell of a spreadsheet, with the format of its printed digits',
}

/** The files that write to standard output and standard error. The reader answers its parent there. */
const writers = [
  'src/cli/output.ts',
  'src/cli/events.ts',
  'src/cli/demo.ts',
  'src/collect/cage/cage-child.ts',
]

const isCommandLine = (file: SourceFile): boolean => file.folder === 'cli'

/** Undocumented members of Node's objects, and ways to reach them. */
const undocumented = [
  // A property of a Node object that begins with an underscore, such as `_handle` and `_last`.
  /(?:\.|\[['"`]|[{,]\s*)_[a-zA-Z]\w*/,
  /\bReflect\.(?:get|ownKeys)\b/,
  /\b(?:kBuffer|useUserBuffer|shouldKeepAlive|destroySoon|onconnection|getOwnPropertySymbols)\b/,
  /\bprocess\.binding\b/,
  /\bServer\.prototype\b/,
  /\bWebAssembly\b|\.wasm\b/,
  // These remove or call listeners that Node itself has added.
  /\.(?:removeAllListeners|listeners|rawListeners)\(/,
]
const undocumentedMembers = new RegExp(undocumented.map(({ source }) => source).join('|'), 'g')

/** The rules about what a file may contain. */
export const codeRules: readonly Rule[] = [
  {
    name: 'only documented features of Node are used, and no WebAssembly',
    violations: (file) => (isTest(file) ? [] : matches(file.code, undocumentedMembers)),
    bad: [
      ['src/serve/server/framework.ts', 'socket._handle.readStop()'],
      ['src/serve/server/framework.ts', `socket['_handle'].readStop()`],
      ['src/serve/server/framework.ts', 'const { _handle } = socket'],
      ['src/serve/server/framework.ts', `Reflect.get(socket, '_handle')`],
      ['src/serve/server/framework.ts', 'Reflect.ownKeys(socket)'],
      ['src/serve/server/framework.ts', 'response.shouldKeepAlive = false'],
      ['src/serve/server/framework.ts', 'socket.destroySoon()'],
      ['src/serve/server/framework.ts', 'const kBuffer = symbols.find(isBuffer)'],
      ['src/serve/server/framework.ts', 'handle.useUserBuffer(buffer)'],
      ['src/serve/server/framework.ts', 'const symbols = Object.getOwnPropertySymbols(socket)'],
      ['src/serve/server/framework.ts', `const [listener] = server.listeners('connection')`],
      ['src/serve/server/framework.ts', `server.removeAllListeners('connection')`],
      ['src/serve/server/listening.ts', 'handle.onconnection = accept'],
      ['src/cli/serve.ts', `const { TCP } = process.binding('tcp_wrap')`],
      ['src/serve/server/app.ts', 'const { emit } = Server.prototype'],
      ['src/serve/http/rows.ts', 'const module = new WebAssembly.Module(bytes)'],
      [
        'src/serve/http/rows.ts',
        `const bytes = readFileSync(new URL('rows.wasm', import.meta.url))`,
      ],
    ],
    good: [
      ['src/serve/server/app.ts', `const { _, ...rest } = query // not socket._handle`],
      ['src/serve/server/framework.ts', `server.on('clientError', onClientError)`],
      ['src/cli/serve.ts', `process.removeListener('SIGTERM', stop)`],
    ],
  },
  {
    name: 'only the command line and the entry of the page read the clock',
    violations: (file) =>
      isCommandLine(file) || isTest(file) || file.path === 'web/main.tsx'
        ? []
        : matches(
            file.bare,
            /\bDate\.now\b|\bnew Date(\(\s*\)|(?!\w|\())|(?<!new |[\w.])Date\(|\bperformance\.|\bhrtime\b|\bTemporal\.Now\b/g,
          ),
    bad: [
      ['src/serve/server/app.ts', 'const now = Date.now()'],
      ['src/book/publish/publish.ts', 'const at = new Date()'],
      ['src/book/store/store.ts', 'const started = performance.now()'],
      ['src/book/query/freshness.ts', 'const text = Date()'],
      ['web/views/receipt/receipt.tsx', 'const seen = new Date()'],
    ],
    good: [
      ['src/cli/serve.ts', 'const now = () => Date.now()'],
      ['web/main.tsx', 'const now = () => new Date()'],
      ['src/domain/day.ts', 'const text = new Date(at).toISOString() + toDate(x)'],
    ],
  },
  {
    name: 'only `book/publish/append.ts` appends, and the samples do with its check; others pass the call on',
    violations: (file) =>
      /^src\/book\/publish\/(append|fill)\.ts$/.test(file.path) || isTest(file)
        ? []
        : matches(file.bare, /\bstore(\(\))?\.append\((?!decide\))/g),
    bad: [
      ['src/collect/rounds/decide-run.ts', 'await store.append(async () => [draft])'],
      ['src/desk/desk-server.ts', 'store().append(() => drafts)'],
    ],
    good: [
      ['src/book/publish/append.ts', 'await store.append(async (reader) => decided)'],
      ['src/desk/desk-server.ts', 'append: (decide) => store().append(decide)'],
    ],
  },
  {
    name: 'only the command line uses the console',
    violations: (file) =>
      isCommandLine(file) || isTest(file) ? [] : matches(file.bare, /\bconsole\b/g),
    bad: [['src/serve/server/app.ts', `console.log('hello')`]],
    good: [['src/cli/serve.ts', `console.log('hello')`]],
  },
  {
    name: 'there are no barrels and no re-exports',
    violations: ({ bare }) => matches(bare, /\bexport\s+(type\s+)?[*{]/g),
    bad: [
      ['src/domain/all.ts', `export * from './day.ts'`],
      ['src/domain/all.ts', `export type { Day } from './day.ts'`],
      ['src/domain/all.ts', `import { day } from './day.ts'\nexport { day }`],
    ],
    good: [['src/domain/day.ts', 'export type Day = string\nexport const day = 1']],
  },
  {
    name: 'only endpoints and commands are default exports',
    violations: ({ path, bare }) =>
      /^src\/(serve\/http\/endpoints|cli)\/[^/]+$/.test(path)
        ? []
        : matches(bare, /\bexport\s+default\b|\bas default\b/g),
    bad: [['src/domain/day.ts', 'export default 1']],
    good: [['src/cli/serve.ts', 'export default serve']],
  },
  {
    name: 'texts reach a terminal only through functions that make them visible',
    violations: (file) =>
      writers.includes(file.path) || isTest(file)
        ? []
        : matches(file.bare, /\bprocess\.std(?:out|err)\.write\b|\bconsole\./g),
    bad: [
      ['src/cli/audit.ts', 'process.stdout.write(line)'],
      ['src/share/mirror/read-log.ts', 'console.error(error)'],
    ],
    good: [['src/cli/output.ts', 'process.stderr.write(visible(line))']],
  },
  {
    name: 'every class is an error, and there is no enum',
    violations: ({ bare }) =>
      matches(bare, /(?<![.\w])class\s+(?!\w+\s+extends\s+\w*Error\b)[\w{].*|\benum\s+\w+\s*\{/g),
    bad: [
      ['src/book/store/store.ts', 'export class Store {}'],
      ['src/book/store/store.ts', 'class Book extends Map {}'],
      ['src/book/store/store.ts', 'const a = class {}'],
      ['src/domain/offer.ts', 'export const enum Variant { general }'],
    ],
    good: [['src/book/store/store.ts', 'export class StoreError extends Error {}']],
  },
  {
    name: 'a module has no state',
    violations: ({ bare }) => matches(bare, /^(export\s+)?(let|var)\s.*/gm),
    bad: [['src/book/market/market.ts', 'export let current = 1']],
    good: [['src/book/market/market.ts', 'function f() {\n  let current = 1\n}']],
  },
  {
    name: 'text is converted to a number only where it is not a rate',
    violations: (file) =>
      file.path in numbers || isTest(file) || /^web\/.*chart/.test(file.path)
        ? []
        : matches(
            file.bare,
            /(?<![.\w])Number(?![.\w])|\bparse(Float|Int)\b|\.to(Fixed|Precision|Exponential)\(/g,
          ),
    bad: [
      ['src/book/query/summary.ts', 'const rate = Number(offer.rate)'],
      ['src/book/query/summary.ts', 'const rates = texts.map(Number)'],
      ['src/serve/http/schema/figures.ts', 'return rate.toFixed(2)'],
    ],
    good: [['src/book/publish/input/fields.ts', 'return Number.isInteger(value)']],
  },
  {
    name: 'a file has at most 400 lines',
    violations: ({ lines }) => (lines > 400 ? [`${lines} lines`] : []),
    bad: [['src/domain/day.ts', 'a\n'.repeat(401)]],
    good: [['src/domain/day.ts', 'a\n'.repeat(400)]],
  },
]
