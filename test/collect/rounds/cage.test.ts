import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkInCage, tablesInCage, type CageOptions } from '../../../src/collect/cage/cage.ts'
import { encodeRequest } from '../../../src/collect/cage/message.ts'
import type { Day } from '../../../src/domain/day.ts'
import type { PageFormat } from '../../../src/domain/origin.ts'
import { readPdf } from '../../../src/collect/read/pdf/read-pdf.ts'
import type { PageBytes } from '../../../src/collect/read/reading.ts'
import { drawText, pdfOf } from '../../support/pdf.ts'

const page = (name: string, body: Uint8Array, format: PageFormat = 'pdf'): PageBytes => ({
  name,
  format,
  day: '2026-11-24' as Day,
  body,
})
const definition = (format: PageFormat) => ({ name: 'rates', url: 'https://a.example/', format })

/** Runs one of the programs in `caged` in place of the reader, and returns the problems that it answers. */
function runCaged(
  program: string,
  words: readonly string[],
  options: CageOptions = {},
): Promise<readonly string[]> {
  const entry = new URL(`caged/${program}.ts`, import.meta.url)
  const pages = words.map((word) => page(word, new Uint8Array(), 'html'))
  return checkInCage({ offers: [], cells: [] }, pages, { entry, ...options })
}

test('the cage gives the tables that the reader gives', async () => {
  const body = pdfOf([drawText(72, 700, '12 Months') + drawText(200, 700, '9.50%')])
  const [caged, direct] = [
    await tablesInCage(page('rates', body), definition('pdf')),
    await readPdf({ body }),
  ]
  assert.ok('tables' in direct)
  assert.equal(direct.tables.length, 1)
  assert.deepEqual(caged, { tables: direct.tables })
})

test('a page that cannot be read is a failure with the sentence of the reader', async () => {
  const caged = await tablesInCage(page('rates', Buffer.from('<html>')), definition('pdf'))
  assert.deepEqual(caged, { failure: 'This is not a PDF.' })
})

async function listening(t: TestContext, where: string): Promise<Server> {
  const server = createServer().listen(where)
  await once(server, 'listening')
  t.after(() => server.close())
  return server
}

/** Runs the program `escape` without the cage, and returns the attempts that succeed. */
async function escapeFreely(words: readonly string[]): Promise<readonly string[]> {
  const figures = { offers: [], cells: [] }
  const pages = [...words, 'free'].map((word) => page(word, new Uint8Array(), 'html'))
  const program = fileURLToPath(new URL('caged/escape.ts', import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', program])
  child.stdin.end(Buffer.concat(encodeRequest({ mode: 'check', figures }, pages)))
  const { problems } = JSON.parse(await text(child.stdout)) as { problems: readonly string[] }
  return problems
}

test('code in the cage opens no socket, no file, no process, no worker and no module', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-cage-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, 'secret')
  const socketPath = join(folder, 'socket')
  await listening(t, socketPath)
  const { port } = (await listening(t, '0')).address() as AddressInfo
  const words = [String(port), socketPath, file, folder]
  assert.deepEqual(await runCaged('escape', words), [])
  assert.deepEqual(readdirSync(folder).toSorted(), ['secret', 'socket'])
  // Without the cage they succeed, so the test can notice a hole.
  const free = await escapeFreely(words)
  assert.ok(free.length >= 20, free.join(', '))
})

test('the environment of the parent does not reach the cage', async () => {
  assert.deepEqual(await runCaged('misbehave', ['nothing']), ['nothing', ''])
})

const [memory, processor] = [
  /^Reading the page needs more than \d+ MB of memory\.$/,
  /more than 1 s/,
]
for (const [what, message, limits] of [
  ['heap', memory, { memory: 150 * 1024 * 1024 }],
  ['buffers', memory, {}],
  ['spin', processor, { processor: 1 }],
  ['wait', /^The page could not be read within 1 s of waiting\.$/, { wall: 1000 }],
  ['flood', /^The page gives more text than a rate sheet\.$/, {}],
  ['exit', /^The reader ended without an answer \(exit code 3\)\.$/, {}],
] as const) {
  test(`a reader that ends by "${what}" ${JSON.stringify(limits)} is a failure with one sentence`, async () => {
    const [problem = '', ...others] = await runCaged('misbehave', [what], { limits })
    assert.deepEqual(others, [])
    assert.match(problem, message)
  })
}

test('an answer that is not valid is a failure, and other output is ignored', async () => {
  const invalid = ['The reader gave an answer that is not valid.']
  assert.deepEqual(await runCaged('misbehave', ['say', '{"problems":[1]}']), invalid)
  assert.deepEqual(await runCaged('misbehave', ['say', '{"problems":["9"]}']), ['9'])
})

test('a run that is stopped ends its reader', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 300)
  const problems = await runCaged('misbehave', ['wait'], { signal: controller.signal })
  assert.deepEqual(problems, ['The run was stopped.'])
})
