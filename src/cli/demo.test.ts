import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Failure } from '../domain/failure.ts'
import { checkPorts } from './demo.ts'

async function refusal(port: string, deskPort: string): Promise<string> {
  try {
    await checkPorts({ port, deskPort })
    return ''
  } catch (error) {
    if (error instanceof Failure && error.exitCode === 78) return error.message
    throw error
  }
}

test('a demo begins only with two different free ports', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  assert.match(await refusal('99999', 'abc'), /^--port 99999 is [^\n]*\n--desk-port abc is /)
  assert.match(await refusal('0', '0'), /^--desk-port 0 is not a valid port/)
  assert.match(await refusal('9', '9'), /^--port and --desk-port are both 9; give two different/)
  assert.match(await refusal(`${port}`, '1'), /already in use .* with --port\.$/)
  assert.match(await refusal('0', `${port}`), /already in use .* with --desk-port\.$/)
})
