import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commands } from '../../../src/cli/command-line.ts'

const pages = ['checkpoints', 'deploy', 'runbook', 'review', 'evidence', 'corrections', 'mirror']
const fileOf = (path: string) => new URL(`../../../${path}`, import.meta.url)

/** The calls of `ratebook` in a page: in its commands, at the prompts of its transcripts and in its sentences. */
function callsOf(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^```(sh|console)\n([^]*?)^```/gm)].flatMap(
    ([, language, text = '']) =>
      text.split('\n').filter((line) => language === 'sh' || line.startsWith('$ ')),
  )
  const spans = page.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`(ratebook [^`]+)`/g)
  const lines = [...blocks, ...Array.from(spans, ([, call = '']) => call)]
  return lines.flatMap((line) => {
    const call = /^(?:\$ |runuser -u ratebook -- )?(ratebook .+)$/.exec(line)?.[1]
    return call === undefined ? [] : [call]
  })
}

/** The words of a call, without its comment; a quoted text is one word. */
function wordsOf(call: string): readonly string[] {
  const [, ...words] = call.match(/"[^"]*"|'[^']*'|\s#.*$|[^\s"']+/g) ?? []
  return words.filter((word) => !word.startsWith(' #'))
}

/** Why a call cannot work: an unknown command or flag, or too many arguments. */
async function problemOf(call: string): Promise<string | undefined> {
  const [name = '', ...words] = wordsOf(call)
  const loaded = await commands[name]?.()
  if (loaded === undefined) return `There is no command ${name}.`
  let command = loaded.default
  let taken = 0
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const subcommand = command.commands.find((one) => one.name() === word)
    const option = command.options.find(({ long }) => long === word)
    if (subcommand !== undefined) command = subcommand
    else if (option?.required === true) words.shift()
    else if (word.startsWith('--') && option === undefined) return `${word} is unknown.`
    else if (option === undefined) taken++
  }
  const places = command.registeredArguments
  return taken > places.length && places.at(-1)?.variadic !== true
    ? `${command.name()} takes ${places.length} arguments.`
    : undefined
}

for (const page of pages) {
  test(`docs/${page}.md: every command and flag that it names exists`, async () => {
    const calls = callsOf(readFileSync(fileOf(`docs/${page}.md`), 'utf8'))
    assert.ok(calls.length > 3, `${calls.length}`)
    for (const call of calls) assert.equal(await problemOf(call), undefined, call)
  })
}

test('a command or a flag that does not exist is noticed', async () => {
  assert.equal(await problemOf('ratebook reviews list'), 'There is no command reviews.')
  assert.equal(await problemOf('ratebook review lst'), 'review takes 0 arguments.')
  assert.equal(await problemOf('ratebook review list --all'), '--all is unknown.')
  assert.equal(await problemOf('ratebook audit ratebook.db'), 'audit takes 0 arguments.')
  assert.equal(await problemOf('ratebook audit --captures captures  # --none'), undefined)
})
