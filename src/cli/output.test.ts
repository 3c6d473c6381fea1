import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from './output.ts'

type Row = { readonly bank: string; readonly rate: string }
const columns = [
  { title: 'BANK', value: ({ bank }: Row) => bank },
  { title: 'RATE', value: ({ rate }: Row) => rate, isFigure: true },
  { title: 'AGAIN', value: ({ bank }: Row) => bank },
]

test('columns are as wide as their widest text, and figures align on their decimal point', () => {
  const rows = [
    { bank: 'a', rate: '9.12345' },
    { bank: 'peoples-bank', rate: '12' },
    { bank: 'b', rate: '10.5' },
  ]
  assert.deepEqual(table(columns, rows).split('\n'), [
    'BANK              RATE  AGAIN',
    'a              9.12345  a',
    'peoples-bank  12        peoples-bank',
    'b             10.5      b',
  ])
})

test('a table of nothing is its titles', () => {
  assert.equal(table(columns, []), 'BANK  RATE  AGAIN')
})

test('no line ends in spaces', () => {
  const lines = table(columns.slice(0, 1), [
    { bank: 'a', rate: '1' },
    { bank: 'long name', rate: '1' },
  ])
  assert.equal(lines, 'BANK\na\nlong name')
})
