import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Holding } from '../../domain/entry.ts'
import type { HeldFigure } from '../../book/publish/review/held-figures.ts'
import { figuresTable } from './hold-figures.ts'

test('a mapped text stands beside its figure with its meaning, and is escaped; a rate that was not read for long is marked', () => {
  const cell = { address: '#char=1,5', text: '9,50 %' }
  const figure = {
    tier: { variant: 'general', tenure: '15', payout: 'maturity', minimumDeposit: '5000' },
    standing: '9.00',
    read: '9.50',
    basisPoints: '50',
    isCut: false,
    warning: 'last seen 2022-06-10, not read for 1461 days',
    cells: {
      rate: { ...cell, decimal: ',' },
      tenure: { ...cell, text: '<b>Special', means: '15 months' },
      column: cell,
      minimumDeposit: { ...cell, text: 'Wealth', means: '5000' },
    },
  } as unknown as HeldFigure
  const entry = { sheet: {}, findings: [] } as unknown as Holding
  const { html: table } = figuresTable({
    entry,
    figures: [figure],
    chosen: 0,
    addressOf: () => '/hold/1',
  })
  assert.match(table, /&lt;b&gt;Special<\/bdi> means 15 months by the source/)
  assert.match(table, /9\.00<br \/><small>last seen 2022-06-10, not read for 1461 days<\/small>/)
  assert.match(table, /Wealth<\/bdi> means 5000 by the source/)
})
