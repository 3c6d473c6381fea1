import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import alerts from '../../../src/cli/alerts.ts'
import { alertKinds, alertRow } from '../../../src/share/alerts/alert.ts'
import { changeBody } from '../../../src/share/alerts/deliver-alerts.ts'
import { firstDay } from './play.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
const page = read('alerts.md')

/** The first column of the table of a section. */
function rowsOf(section: string): readonly string[] {
  const [, text = ''] = new RegExp(`^## ${section}\\n([^]*?)^## `, 'm').exec(page) ?? []
  return [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name)
}

test('docs/alerts.md lists exactly the kinds of alerts and the fields of a request', () => {
  assert.deepEqual(rowsOf('The alerts').toSorted(), alertKinds.toSorted())
  const row = alertRow({ kind: 'frozen', since: firstDay, sentence: 'It is.', whatToDo: 'Look.' })
  const body = JSON.parse(changeBody({ state: 'over', row }, firstDay)) as object
  assert.deepEqual(rowsOf('The request'), Object.keys(body))
  assert.deepEqual(Object.values(body).slice(-2), ['This is over: It is.', 'Nothing.'])
})

test('docs/command-line.md has every setting of alerts', () => {
  const rows = read('command-line.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  for (const { envVar = '' } of alerts.options)
    assert.ok(
      rows.some((line) => line.includes(`\`${envVar}`)),
      envVar,
    )
})
