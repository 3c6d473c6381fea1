// Preloaded with `--import`: ends the process with SIGKILL at the file operation with the number KILL_AT_STEP. An odd step is
// before the operation, an even one after it; a write is cut in its middle first.
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const killAt = Number(process.env['KILL_AT_STEP'])
const progress = { step: 0 }

function step(): void {
  progress.step++
  if (progress.step === killAt) process.kill(process.pid, 'SIGKILL')
}

async function around<T>(operation: () => Promise<T>): Promise<T> {
  step()
  const result = await operation()
  step()
  return result
}

const { mkdir, open, rename, rm } = fs
fs.mkdir = ((...args: Parameters<typeof mkdir>) => around(() => mkdir(...args))) as typeof mkdir
fs.rm = (...args) => around(() => rm(...args))
fs.rename = (...args) => around(() => rename(...args))
fs.open = async (...args) => {
  const file = await around(() => open(...args))
  const sync = file.sync.bind(file)
  const write = file.write.bind(file) as (bytes: Uint8Array) => Promise<unknown>
  file.sync = () => around(sync)
  const cut = async (bytes: Uint8Array) => {
    // The first half is written alone only if the process is killed right after it.
    if (progress.step + 1 === killAt) await write(bytes.subarray(0, bytes.byteLength >> 1))
    step()
    const result = await write(bytes)
    step()
    return result
  }
  file.write = cut as unknown as typeof file.write
  file.writeFile = cut as unknown as typeof file.writeFile
  return file
}
syncBuiltinESMExports()
process.on('exit', () => process.stderr.write(`${progress.step} steps\n`))
