import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { appOf, ask, receive, type Row } from '../../support/ask.ts'
import { correctedSampleEntries, marketOf } from '../../support/sample-market.ts'

const specification = readFileSync(new URL('../../../docs/spec.md', import.meta.url), 'utf8')
const app = appOf(marketOf(correctedSampleEntries()), '2026-11-21T00:00:00Z')

/** A request to each of the ten endpoints, and the heading of its record in the specification. */
const records = {
  '/health': 'Health record',
  '/institutions': 'Institution (from',
  '/rates/current': 'Current offer (from',
  '/rates/history/peoples-bank': 'Rate history record (from',
  '/rates/changes': 'Rate change record (from',
  '/compare?tenure_months=12': 'Comparison offer (from',
  '/summary': 'Market summary group (from',
  '/summary/history?tenure_months=12': 'Summary snapshot (from',
  '/freshness': 'Freshness record (from',
  '/reports/best-rates': 'Best-rate record (from',
}

/** The first column of the table below a heading. */
function specifiedFields(heading: string): readonly string[] {
  const [, section = ''] = specification.split(`\n### ${heading}`)
  const [table = ''] = section.split('\n#')
  const names = Array.from(table.matchAll(/^\| ([a-z_]+) \|/gm), ([, name]) => name ?? '')
  // A snapshot has no table of its own: "Same fields as a market summary group, plus `snapshot_date` as the first field."
  return names.length > 0 ? names : ['snapshot_date', ...specifiedFields(records['/summary'])]
}

for (const [target, heading] of Object.entries(records)) {
  test(`${target} answers exactly the fields of the specification, in its order`, async () => {
    const fields = specifiedFields(heading)
    const rows = [JSON.parse((await ask(app, target)).body)].flat() as Row[]
    assert.notEqual(rows.length, 0)
    for (const row of rows) assert.deepEqual(Object.keys(row), fields)
    if (target === '/health') return
    const { body } = await receive(app, 'GET', target, { accept: 'text/csv' })
    assert.equal(body.split('\r\n')[0], fields.join(','))
    const lines = (await receive(app, 'GET', target, { accept: 'application/x-ndjson' })).body
    assert.deepEqual(Object.keys(JSON.parse(lines.split('\n')[0] ?? '') as Row), fields)
  })
}
