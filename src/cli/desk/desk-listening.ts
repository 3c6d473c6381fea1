import { once } from 'node:events'
import { lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { cannotListen, Failure } from '../../domain/failure.ts'

/** The permissions that a new socket must not have: it is for its owner and its group, mode 0660. */
const socketMask = 0o117

/** Listens on a unix socket. Replaces a socket that a process left behind when it was killed. */
export async function listenOnSocket(app: FastifyInstance, path: string): Promise<void> {
  await removeOldSocket(path)
  const before = process.umask(socketMask)
  try {
    await app.listen({ path, listenTextResolver: () => `Listening at ${path}` })
  } catch (error) {
    throw cannotListen(`The desk cannot listen on ${path}`, '--socket', error)
  } finally {
    process.umask(before)
  }
}

async function removeOldSocket(path: string): Promise<void> {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (file === undefined) return
  if (!file.isSocket() || (await isServed(path)))
    throw new Failure(
      'configuration',
      `The desk cannot listen on ${path}: it is in use. Give another --socket.`,
    )
  rmSync(path)
}

async function isServed(path: string): Promise<boolean> {
  const connection = connect(path)
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}
