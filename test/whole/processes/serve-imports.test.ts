import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { startServer } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)

/** The packages that only collecting and the review desk need. */
const forOthers = [
  'parse5',
  'unpdf',
  '@e965/xlsx',
  'yaml',
  'croner',
  'tldts',
  '@simplewebauthn/server',
]

test('a server loads nothing of the review desk, and no package that only collecting needs', async (t) => {
  const code = `import { registerHooks } from 'node:module'
const loaded = new Set()
registerHooks({ resolve(specifier, context, next) {
  const found = next(specifier, context)
  const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(found.url)?.[1]
  if (name !== undefined) loaded.add(name)
  const [, folder] = /\\/src\\/(\\w+)\\//.exec(found.url) ?? []
  if (folder !== undefined) loaded.add('src/' + folder)
  return found
} })
process.on('exit', () => console.log('loaded:', [...loaded].join(' ')))`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
  const server = await startServer(t, [], { cwd: dirname(copyOf(t, small())), env })
  const answer = await fetch(`${server.address}/rates/current`)
  assert.equal(answer.status, 200)
  await server.stop()
  const loaded = /^loaded: (.*)$/m.exec(server.stdout())?.[1]?.split(' ') ?? []
  assert.ok(loaded.includes('fastify') && loaded.includes('typebox'), loaded.join(' '))
  assert.ok(loaded.includes('src/serve') && !loaded.includes('src/desk'), loaded.join(' '))
  assert.deepEqual(
    loaded.filter((name) => forOthers.includes(name)),
    [],
  )
})
