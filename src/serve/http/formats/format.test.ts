import assert from 'node:assert/strict'
import { test } from 'node:test'
import currentOffers from '../endpoints/current-offers.ts'
import rateChanges from '../endpoints/rate-changes.ts'
import { encodingFor, formatFor } from './format.ts'

test('the format is the first that the client accepts, whatever parameters and spaces stand beside it', () => {
  const cases: readonly (readonly [accept: string, format: string])[] = [
    ['', 'json'],
    ['*/*', 'json'],
    ['text/csv', 'csv'],
    ['text/csv;charset=utf-8', 'csv'],
    ['text/csv; charset=utf-8; header=present', 'csv'],
    ['text/csv ; charset="a;b,c"', 'csv'],
    ['text/csv; q=0', 'json'],
    ['text/csv;q=0', 'json'],
    ['application/json; q=0.5, text/csv', 'csv'],
    ['application/json;q=0.5, text/csv; q=0.4', 'json'],
    ['application/x-ndjson; charset=utf-8; q=0.9, text/csv; q=0.1', 'ndjson'],
    ['application/atom+xml', 'json'],
    ['text/html', 'json'],
  ]
  for (const [accept, format] of cases)
    assert.equal(formatFor(currentOffers, accept), format, accept)
  assert.equal(formatFor(rateChanges, 'application/atom+xml, text/html; q=0.9'), 'atom')
})

test('among encodings that the client accepts equally, brotli goes first', () => {
  const cases: readonly (readonly [acceptEncoding: string, encoding: string])[] = [
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br; q=0, gzip; q=0.1', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['zstd', 'identity'],
  ]
  for (const [acceptEncoding, encoding] of cases)
    assert.equal(encodingFor(acceptEncoding), encoding, acceptEncoding)
})
