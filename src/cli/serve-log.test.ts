import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

// Of Ċ and Ģ the last bytes are those of a newline and of a quotation mark.
const said = 'Bücher – € ĊĢ \u007f\u{1f600}'

test('what the server says of itself is whole in any letters', () => {
  const script = `
    import { createServeLog } from ${JSON.stringify(new URL('serve-log.ts', import.meta.url).href)}
    const { log, end } = createServeLog({ logLevel: 'info', workers: 1 })
    log.warn(${JSON.stringify(said)})
    log.error({ path: ${JSON.stringify(said)} }, 'It is gone.')
    await end()`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  )
  const lines = stderr.split('\n').slice(0, -1)
  assert.equal(status, 0)
  assert.ok(
    lines.every((line) => /^[ -~]+$/.test(line)),
    stderr,
  )
  const [warned, failed] = lines.map((line) => JSON.parse(line) as { msg: string; path?: string })
  assert.equal(warned?.msg, said)
  assert.deepEqual([failed?.msg, failed?.path], ['It is gone.', said])
})
