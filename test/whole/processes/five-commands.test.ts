import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCommands, runCommands } from '../truth/five-commands.ts'

test('docs/truth.md has five commands; those of Ratebook print what it says', async (t) => {
  const { commands } = readCommands()
  assert.equal(commands.length, 5)
  // The others need Python; `npm run test:faults` runs all.
  const own = commands.filter(({ command }) => command.startsWith('ratebook '))
  assert.equal(own.length, 3)
  await runCommands(t, own)
})
