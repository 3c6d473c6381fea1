import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pagesOf } from '../../../src/desk/captured/captured-pages.ts'
import { entryKinds, isPrivateKind } from '../../../src/domain/entry.ts'
import { instantText } from '../../../src/domain/instant.ts'
import { logLine } from '../../../src/domain/stored-entry.ts'
import type { Operation } from '../../../src/serve/http/docs/openapi.ts'
import { endpoints } from '../../../src/serve/http/endpoints.ts'
import { viewPaths } from '../../../src/serve/http/web-page.ts'
import { run, startServer } from '../../support/cli.ts'
import { document, type Schema } from '../../support/document.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import { makeSecretBook, type SecretBook } from '../../support/secret-book.ts'

/** Collects answers, and what of the book each of them shows. */
function createSearch({ secrets, publicTexts }: Pick<SecretBook, 'secrets' | 'publicTexts'>) {
  const missing = new Set(publicTexts)
  const leaks: string[] = []
  return {
    missing,
    leaks,
    look: (name: string, text: string): void => {
      for (const [what, value] of secrets)
        if (text.includes(value)) leaks.push(`${name} shows the ${what}: ${value}`)
      for (const one of missing) if (text.includes(one)) missing.delete(one)
    },
  }
}

test('no public answer has a private note, reason, figure, page, name or salt', async (t) => {
  const book = await makeSecretBook(t)
  const { entries, folder } = book
  const audited = await run(['audit', '--database', book.book])
  assert.equal(audited.code, 0, audited.stderr)
  for (const kind of entryKinds)
    assert.ok(
      entries.some((one) => one.kind === kind),
      kind,
    )
  const signing = ['--signing-key', join(folder, 'signing.key'), '--origin', 'rates.example']
  const made = await run(['setup', '--new-key', ...signing.slice(1)])
  assert.equal(made.code, 0, made.stderr)
  const { address, port } = await startServer(t, [
    '--database',
    book.book,
    '--publish-captures',
    join(folder, 'captures'),
    ...signing,
  ])
  const { look, leaks, missing } = createSearch(book)
  const statuses = new Map<number, number>()
  const read = async (path: string, accept = '*/*', init: RequestInit = {}): Promise<void> => {
    const response = await fetch(address + path, { ...init, headers: { accept } })
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    const body = isStream ? await streamOf(response, entries.length) : await response.text()
    // An error may repeat the digest of the request.
    const text = path.startsWith('/captures/') ? body.replaceAll(path.slice(10), '') : body
    look(`${path} (${accept})`, `${JSON.stringify([...response.headers])}\n${text}`)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  }

  for (const { path } of endpoints) {
    const operation = document.paths[path]?.get
    assert.ok(operation, path)
    const types = Object.keys(operation.responses['200']?.content ?? {})
    const [json = ''] = types
    for (const target of filled(path, book)) {
      const [bare = '', ...others] = queriesOf(operation, book)
      // A receipt has one format, and the events of the stream are those of the list.
      for (const type of types) await read(target + bare, type)
      if (!path.includes('{id}')) for (const query of others) await read(target + query, json)
    }
  }
  for (const path of ['/openapi.json', '/docs', '/llms.txt', '/mcp', '/no-such-path', '/%ff'])
    await read(path)
  for (const path of viewPaths)
    for (const target of filled(path, book)) await read(target, 'text/html')
  const digests = new Set(entries.flatMap(pagesOf).map(({ digest }) => digest))
  for (const digest of digests) await read(`/captures/${digest}`)
  await read('/institutions', '*/*', { method: 'POST', body: '{}' })
  const mcp = await connectMcp(t, port)
  const { tools } = await mcp.listTools()
  assert.ok(tools.length > 5)
  look('the tools', JSON.stringify(tools))
  for (const { name } of tools)
    for (const given of [{}, ...institutionsOf(book).map((institution_id) => ({ institution_id }))])
      look(`${name} ${JSON.stringify(given)}`, (await callTool(mcp, name, given)).text)

  const release = join(folder, 'release')
  const released = await run(['release', release, '--database', book.book])
  assert.equal(released.code, 0, released.stderr)
  for (const name of readdirSync(release))
    look(`the file ${name} of a release`, readFileSync(join(release, name), 'latin1'))

  // Public bodies are in the public log as they are stored.
  for await (const batch of book.store.storedEntries(0))
    for (const stored of batch) {
      assert.equal(logLine(stored).includes('"body"'), !isPrivateKind(stored.kind))
      look(`the log at position ${stored.position}`, logLine(stored))
    }
  assert.deepEqual(leaks, [])
  assert.deepEqual([...missing], [], 'public texts that no answer has')
  for (const status of [200, 404, 405, 422]) assert.ok(statuses.get(status), `status ${status}`)
})

/** The queries of an endpoint: with all details, with each parameter, and with one that is wrong. */
function queriesOf({ parameters }: Operation, book: SecretBook): readonly string[] {
  const query = parameters.filter((one) => one.in === 'query')
  const required = query
    .filter((one) => one.required)
    .map(({ name, schema }) => `${name}=${exampleOf(schema as Schema)}`)
  const details = query.filter(({ name }) => name === 'details').map(({ name }) => `${name}=true`)
  const optional = query.flatMap(({ name, schema }) =>
    valuesOf(name, schema as Schema, book).map((value) => `${name}=${encodeURIComponent(value)}`),
  )
  return [details, ...[...optional, 'limit=-1'].map((one) => [one])].map(
    (parts) => `?${[...required, ...parts].join('&')}`,
  )
}

function valuesOf(name: string, schema: Schema, book: SecretBook): readonly string[] {
  if (name === 'institution_id') return institutionsOf(book)
  if (name !== 'known_at') return [exampleOf(schema)]
  const holds = book.entries.filter(({ kind }) => kind === 'sheet-held')
  return holds.map((entry) => instantText(entry.at))
}

/** The example of a parameter, else its default; a flag has neither. */
function exampleOf({ examples, default: value }: Schema): string {
  const example: unknown = examples?.[0] ?? value ?? true
  return typeof example === 'string' ? example : JSON.stringify(example)
}

/** A path with every value of its parameter. A new parameter needs values here. */
function filled(path: string, book: SecretBook): readonly string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  if (name === undefined) return [path]
  const values: Readonly<Record<string, readonly string[]>> = {
    institution_id: institutionsOf(book),
    id: receiptsOf(book),
    page: ['0', '1'],
  }
  const own = values[name]
  assert.ok(own, `${path} has values for {${name}}`)
  return own.map((value) => path.replace(`{${name}}`, value))
}

function institutionsOf({ entries }: SecretBook): readonly string[] {
  return [...new Set(entries.map(({ institutionId }) => institutionId))].filter((id) => id !== '')
}

/** The ids of the figures of all sheets, published and held. */
function receiptsOf({ entries }: SecretBook): readonly string[] {
  return entries.flatMap((entry) =>
    'sheet' in entry ? entry.sheet.offers.map((_, index) => `p${entry.position}-${index + 1}`) : [],
  )
}

/** The text of a stream of events up to the last event of the book, which is that of its last public entry. */
async function streamOf(response: Response, length: number): Promise<string> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.includes(`id: p${length - 1}-0`)) break
  }
  return text
}
