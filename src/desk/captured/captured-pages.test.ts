import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { digestOfBody } from '../../collect/captures/captures.ts'
import { openCapturesFolder } from '../../collect/captures/folder.ts'
import { parseInstant } from '../../domain/instant.ts'
import { createCapturedPages } from './captured-pages.ts'

test('a capture that was missing is read once it is restored', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-captured-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const captures = openCapturesFolder(join(folder, 'captures'))
  const pages = createCapturedPages({ captures, sourceOf: () => undefined })
  const body = Buffer.from('<p>9.50</p>')
  const at = parseInstant('2026-06-01T00:00:00Z')
  assert.ok(at !== undefined)
  const page = {
    page: 'rates',
    url: 'https://alpha-bank.example/rates',
    format: 'html',
    at,
    digest: digestOfBody(body),
  } as const
  const missing = await pages.view(page, '')
  assert.ok('failure' in missing && missing.failure.includes('is missing'))
  await captures.put(body)
  const restored = await pages.view(page, '')
  assert.ok('view' in restored && restored.view.includes('<p>9.50</p>'))
})
