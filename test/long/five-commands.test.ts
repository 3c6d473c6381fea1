import { test } from 'node:test'
import { readCommands, runCommands } from '../whole/truth/five-commands.ts'

test('the five commands of docs/truth.md print what it says', async (t) => {
  await runCommands(t, readCommands().commands)
})
