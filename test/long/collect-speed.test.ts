import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { collectThrice } from './measure-collect.ts'
import { startHosts } from './collected-hosts.ts'

// It takes a minute, so only `npm run test:faults` runs it.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  test('60 institutions on 60 hosts that answer after 200 ms are collected within 90 s, in less than 400 MB', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'ratebook-collect-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const hosts = await startHosts(t, folder, 60)
    const outcomes = ['changed', 'verified', 'verified']
    for (const [index, figures] of (await collectThrice(hosts, folder)).entries()) {
      const { what, code, seconds, processorTime, memoryWithReaders: memory, output } = figures
      const times = `${seconds.toFixed(1)} s, ${processorTime.toFixed(1)} s of a processor`
      t.diagnostic(`${what}: ${times}, ${Math.round(memory)} MB`)
      const lines = output.split('\n').filter((line) => line.includes(`: ${outcomes[index]}, `))
      assert.deepEqual([code, lines.length], [0, 60], output)
      assert.ok(seconds < 90, `${what}: ${seconds} s`)
      assert.ok(memory < 400, `${what}: ${memory} MB`)
    }
    assert.deepEqual(hosts.answered(), { 200: 120, 304: 60 })
  })
}
