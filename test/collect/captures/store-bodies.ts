// A process that stores bodies in a folder, and prints the digest of each one that is stored and logged.
import { CapturesError } from '../../../src/collect/captures/captures.ts'
import { storeBodies } from './stored-bodies.ts'

const [folder = '', count, size] = process.argv.slice(2)
try {
  await storeBodies(folder, { count: Number(count), size: Number(size) }, (digest) => {
    process.stdout.write(`${digest}\n`)
  })
} catch (error) {
  if (!(error instanceof CapturesError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 74
}
