import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import { defaultSettings, type Operator } from '../../../src/domain/book-settings.ts'
import { openApi } from '../../../src/serve/http/docs/openapi.ts'
import { appOf, ask } from '../../support/ask.ts'
import {
  document,
  errorsAt,
  isTextPath,
  recordSchema,
  responseSchema,
  type Schema,
} from '../../support/document.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'

const paths = Object.entries(document.paths)

const text = { type: 'string', minLength: 1 }
const exactly = (properties: Record<string, object>, ...optional: readonly string[]) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})
const schemaObject = { $ref: 'https://json-schema.org/draft/2020-12/schema' }
const content = {
  type: 'object',
  minProperties: 1,
  propertyNames: { pattern: '^(?:application|text)/' },
  additionalProperties: exactly({ schema: schemaObject }),
}
const headers = {
  type: 'object',
  additionalProperties: exactly({ $ref: { type: 'string', pattern: '^#/components/headers/' } }),
}
const parameter = exactly(
  {
    name: text,
    in: { enum: ['path', 'query'] },
    required: { type: 'boolean' },
    description: text,
    schema: schemaObject,
    example: {},
  },
  'example',
)
const operation = exactly({
  operationId: { type: 'string', pattern: '^[a-z][A-Za-z]+$' },
  tags: { type: 'array', minItems: 1, maxItems: 1, items: text },
  summary: text,
  description: text,
  parameters: { type: 'array', items: parameter },
  responses: {
    type: 'object',
    required: ['200'],
    propertyNames: { pattern: '^[2-5][0-9]{2}$' },
    additionalProperties: exactly({ description: text, headers, content }, 'headers', 'content'),
  },
})
/** The structure that OpenAPI 3.1.1 prescribes in section 4.8, as far as the document uses it, and nothing else. */
const structure = exactly({
  openapi: { const: '3.1.1' },
  info: exactly({
    title: text,
    version: text,
    description: text,
    contact: exactly({ name: text, url: text, email: text }, 'url', 'email'),
    license: exactly({ name: text, identifier: text }),
  }),
  servers: {
    type: 'array',
    minItems: 1,
    items: exactly(
      { url: text, description: text, 'x-ratebook-sample': { type: 'boolean' } },
      'description',
    ),
  },
  tags: { type: 'array', minItems: 1, items: exactly({ name: text, description: text }) },
  // The API needs no authentication, which tools want to read.
  security: { type: 'array', maxItems: 0 },
  paths: {
    type: 'object',
    propertyNames: { pattern: '^/' },
    additionalProperties: exactly({ get: operation }),
  },
  components: exactly({
    schemas: {
      type: 'object',
      required: ['Problem'],
      propertyNames: { pattern: '^[A-Z][A-Za-z]+$' },
      additionalProperties: schemaObject,
    },
    headers: {
      type: 'object',
      additionalProperties: exactly({ description: text, schema: schemaObject }),
    },
  }),
})

test('the document has the structure of OpenAPI 3.1', () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  formats.default(ajv)
  const validate = ajv.compile(structure)
  assert.ok(validate(document), ajv.errorsText(validate.errors))
})

test('the document has the ten paths of the specification, in its order, then our own', () => {
  assert.deepEqual(Object.keys(document.paths), [
    '/health',
    '/institutions',
    '/rates/current',
    '/rates/history/{institution_id}',
    '/rates/changes',
    '/compare',
    '/summary',
    '/summary/history',
    '/freshness',
    '/reports/best-rates',
    '/corrections',
    '/evidence',
    '/evidence/{id}',
    '/evidence/{id}/proof',
    '/sources',
    '/events',
    '/log',
    '/log/{page}',
    '/ready',
    '/checkpoint',
    '/checkpoint/cosigned',
    '/checkpoint/consistency',
    '/about',
  ])
})

test('operation ids are unique, and path parameters are those of the path', () => {
  const ids = paths.map(([, { get }]) => get.operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const [path, { get }] of paths) {
    const inPath = get.parameters.filter((parameter) => parameter.in === 'path')
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    assert.deepEqual(
      inPath.map(({ name, required }) => [name, required]),
      named.map((name) => [name, true]),
      path,
    )
    const names = get.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    assert.equal(new Set(names).size, names.length, path)
  }
})

test('every reference in the document resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
  assert.ok(references.length > 20)
  for (const [, place = ''] of references) {
    const target = place
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document)
    assert.equal(typeof target, 'object', place)
  }
})

const details = [
  'min_deposit',
  'prev_min_deposit',
  'prev_changed_at',
  'prev_seen_at',
  'prev_withdrawn_at',
  'read_at',
  'source_url',
  'printed_date',
]

/** The only optional fields: those that a parameter adds; and in `/events`, who made an entry by hand and why, and what a run found. */
const optional: Readonly<Record<string, readonly string[]>> = {
  '/institutions': ['insurance'],
  '/summary/history': ['last_day', 'was_read', 'last_read_day'],
  '/events': ['by', 'note', 'reason', 'outcome', 'tiers'],
  '/rates/history/{institution_id}': [
    ...details,
    'product_variant',
    'payout_type',
    'tenure_to_months',
    'seen_at',
  ],
  '/rates/changes': [...details, 'tenure_to_months'],
  '/rates/current': ['tenure_to_months'],
}

test('every record has all its fields required but the remarks in /events and what a parameter adds, and no others', () => {
  for (const [path, { get }] of paths) {
    if (isTextPath(get)) continue
    const schema = recordSchema(get)
    for (const kind of schema.anyOf ?? [schema]) {
      const record = kind as Schema & { required: string[]; additionalProperties: unknown }
      const names = Object.keys(record.properties ?? {})
      const required = names.filter((name) => optional[path]?.includes(name) !== true)
      assert.deepEqual(record.required, required, path)
      assert.equal(record.additionalProperties, false, path)
    }
  }
})

test('every example is valid against its schema', () => {
  let count = 0
  const check = (at: readonly string[], value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    // The examples of a property of this name would be an object.
    const { examples } = value as { examples?: unknown }
    for (const example of Array.isArray(examples) ? (examples as unknown[]) : []) {
      count += 1
      assert.equal(errorsAt(at, example), '', at.join('/'))
    }
    for (const [key, inner] of Object.entries(value))
      if (key !== 'examples') check([...at, key], inner)
  }
  check([], document)
  assert.ok(count > 200, String(count))
})

test('every record has a named schema', () => {
  for (const [path, { get }] of paths) {
    const { items, $ref } = responseSchema(get)
    assert.match(String(items?.$ref ?? $ref), /^#\/components\/schemas\/[A-Z][A-Za-z]+$/, path)
  }
})

test('every example of a parameter is where tools look for it', () => {
  for (const [path, { get }] of paths) {
    for (const { name, schema, ...rest } of get.parameters) {
      const [example] = (schema as Schema).examples ?? []
      const isShown = example === undefined || ('example' in rest && rest.example === example)
      assert.ok(isShown, `${path}: ${name}`)
    }
  }
})

/** Every parameter as `name`, as `name!` if it is required, or as `name=default`. */
const parameters = {
  '/health': [],
  '/institutions': ['type', 'active_only=true', 'details=false', 'known_at'],
  '/rates/current': [
    'institution_id',
    'type',
    'variant',
    'tenure_months',
    'payout_type',
    'deposit',
    'fresh_only=false',
    'details=false',
    'known_at',
  ],
  '/rates/history/{institution_id}': [
    'institution_id!',
    'variant',
    'tenure_months',
    'payout_type',
    'limit=200',
    'offset=0',
    'details=false',
    'readings=false',
    'known_at',
  ],
  '/rates/changes': [
    'since',
    'type',
    'direction',
    'institution_id',
    'limit=200',
    'offset=0',
    'details=false',
    'until',
    'variant',
    'tenure_months',
    'payout_type',
    'known_at',
  ],
  '/compare': [
    'tenure_months!',
    'variant=general',
    'payout_type=maturity',
    'type',
    'deposit',
    'fresh_only=false',
    'known_at',
  ],
  '/summary': ['type', 'variant', 'tenure_months', 'payout_type', 'fresh_only=false', 'known_at'],
  '/summary/history': [
    'tenure_months!',
    'variant=general',
    'payout_type=maturity',
    'type',
    'since',
    'until',
    'panel=all',
    'periods=false',
    'known_at',
  ],
  '/freshness': ['institution_id', 'known_at'],
  '/reports/best-rates': ['type', 'limit=20', 'deposit', 'fresh_only=false', 'known_at'],
  '/corrections': ['since', 'type', 'institution_id', 'limit=200', 'offset=0', 'known_at'],
  '/evidence': ['institution_id', 'type', 'variant', 'tenure_months', 'payout_type', 'known_at'],
  '/evidence/{id}': ['id!', 'known_at'],
  '/evidence/{id}/proof': ['id!'],
  '/sources': ['institution_id', 'known_at'],
  '/events': ['after=0', 'limit=200', 'kind', 'institution_id'],
  '/log': ['after=0', 'limit=1000'],
  '/log/{page}': ['page!'],
  '/ready': [],
  '/checkpoint': [],
  '/checkpoint/cosigned': [],
  '/checkpoint/consistency': ['from=0'],
  '/about': ['known_at'],
}

test('every parameter is documented, in the order of the specification and then our own, with its default', () => {
  const documented = paths.map(([path, { get }]) => [
    path,
    get.parameters.map(({ name, required, schema }) => {
      const preset = (schema as Schema).default
      return (
        name + (required ? '!' : '') + (preset === undefined ? '' : `=${JSON.stringify(preset)}`)
      )
    }),
  ])
  assert.deepEqual(
    JSON.parse(JSON.stringify(documented).replaceAll('\\"', '')),
    Object.entries(parameters),
  )
})

test('the version of the document is that of the package', () => {
  const file = new URL('../../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  assert.equal(openApi().info.version, version)
})

async function served(market: Market, basePath = '', operator: Operator = {}) {
  const settings = { ...defaultSettings, operator }
  const app = appOf(market, '2026-11-21T00:00:00Z', { basePath, settings })
  const { status, headers: received, body } = await ask(app, `${basePath}/openapi.json`)
  assert.deepEqual([status, received['content-type']], [200, 'application/json'])
  return JSON.parse(body) as typeof document
}

test('/openapi.json is the document of the code but for its server, with a warning if the market is a sample', async () => {
  assert.deepEqual(await served(emptyMarket), document)
  const { servers, ...rest } = await served(marketOf(sampleEntries()))
  const description = 'Sample data: these are not current rates.'
  assert.deepEqual(servers, [{ url: '/', description, 'x-ratebook-sample': true }])
  assert.deepEqual({ ...rest, servers: document.servers }, document)
})

test('the contact is that of the operator, or the page that says who that is', async () => {
  assert.deepEqual(document.info.contact, { name: 'The operator of this server', url: 'about' })
  for (const [contact, named] of [
    ['rates@example.org', { email: 'rates@example.org' }],
    ['https://example.org/errors', { url: 'https://example.org/errors' }],
  ] as const) {
    const { info, ...rest } = await served(emptyMarket, '', { name: 'Rates of Examplia', contact })
    assert.deepEqual(info.contact, { name: 'Rates of Examplia', ...named })
    assert.deepEqual({ ...rest, info: { ...info, contact: document.info.contact } }, document)
  }
})

test('each operation has a tag that the document describes, and no tag is without one', () => {
  const used = new Set(paths.flatMap(([, { get }]) => get.tags))
  assert.deepEqual(new Set(document.tags.map(({ name }) => name)), used)
})

test('under a base path, the document names it as its server', async () => {
  const { servers, ...rest } = await served(emptyMarket, '/rates/lk')
  assert.deepEqual(servers, [{ url: '/rates/lk', 'x-ratebook-sample': false }])
  assert.deepEqual({ ...rest, servers: document.servers }, document)
})
