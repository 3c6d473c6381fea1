import { once } from 'node:events'
import { createServer } from 'node:net'
import { cannotListen, Failure } from '../../domain/failure.ts'
import { createSettingReader } from '../../server/read-setting.ts'

/** Throws a `Failure` if a port of the demo is wrong or taken, so that nobody waits for a demo that cannot serve. */
export async function checkPorts(ports: {
  readonly port: string
  readonly deskPort: string
}): Promise<void> {
  const read = createSettingReader()
  const port = read.whole('--port', ports.port, 'port', 0, 65_535)
  const deskPort = read.whole('--desk-port', ports.deskPort, 'port', 1, 65_535)
  if (read.wrong.length === 0 && port === deskPort)
    read.refuse(`--port and --desk-port are both ${port}; give two different ports.`)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  await checkFree('--port', port)
  await checkFree('--desk-port', deskPort)
}

async function checkFree(flag: string, port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(`The demo cannot listen on port ${port}`, flag, error)
  } finally {
    server.close()
  }
}
