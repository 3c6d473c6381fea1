// A reader that hostile code has taken over. The names of its pages are places that it tries to reach. One more name
// leaves it without the cage, where the attempts succeed.
import { spawn } from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import fs from 'node:fs'
import inspector from 'node:inspector'
import { Module, registerHooks } from 'node:module'
import net from 'node:net'
import os, { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { lockDown } from '../../../../src/collect/cage/lock-down.ts'
import { decodeRequest } from '../../../../src/collect/cage/message.ts'

const [port = '', socketPath = '', file = '', folder = '', isFree] = decodeRequest(
  await buffer(process.stdin),
).pages.map(({ name }) => name)

/** Attempts of hostile code, with modules that are loaded already and without. Each must throw. */
const attempts: Readonly<Record<string, () => unknown>> = {
  'a TCP connection': () => once(net.connect(Number(port), '127.0.0.1'), 'connect'),
  'a connection to a unix socket': () => once(net.connect(socketPath), 'connect'),
  'a listening socket': () => once(net.createServer().listen(`${folder}/listening`), 'listening'),
  'a UDP datagram': () => {
    const socket = dgram.createSocket('udp4')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.on('error', reject)
    socket.send('x', Number(port), '127.0.0.1', (error) => (error ? reject(error) : resolve()))
    return promise.finally(() => socket.close())
  },
  'a name lookup': () => dns.lookup('localhost'),
  'a DNS query': () => dns.resolve4('example.invalid'),
  'an HTTP request': () => fetch(`http://127.0.0.1:${port}/`),
  'reading a file': () => fs.readFileSync(file),
  'reading its own program': () => fs.readFileSync(process.argv[1] ?? ''),
  'listing a folder': () => fs.readdirSync(folder),
  'reading the environment of the parent': () => fs.readFileSync(`/proc/${process.ppid}/environ`),
  'writing a file': () => fs.writeFileSync(`${folder}/written`, 'x'),
  'making a link': () => fs.symlinkSync(file, `${folder}/link`),
  'a process': () => once(spawn(process.execPath, ['--version']), 'spawn'),
  'a worker': () => once(new Worker('', { eval: true }), 'online'),
  'a signal to the parent': () => process.kill(process.ppid, 0),
  'the priority of the parent': () => os.setPriority(process.ppid, os.getPriority(process.ppid)),
  'the priority of the parent, by its name': () =>
    setPriority(process.ppid, os.getPriority(process.ppid)),
  'another group': () =>
    Reflect.apply(process.setegid as (id: number) => void, process, [os.userInfo().gid]),
  'other hooks of modules': () => Module.registerHooks({}),
  'other hooks of modules, by their name': () => registerHooks({}),
  'an inspector': () => inspector.open(0),
  'a heap snapshot': () => writeHeapSnapshot(`${folder}/snapshot`),
  'a report': () => process.report.writeReport(`${folder}/report`),
  'native code': () => process.dlopen({ exports: {} }, file),
  'another module': () => import('node:sqlite'),
  'a module of its own': () => import('../../../support/pdf.ts'),
  'a built-in module': () => process.getBuiltinModule('node:sqlite'),
  'code from a string': () => Reflect.apply(Function, undefined, ['return 1']),
  'the prototype of all objects': () => {
    // oxlint-disable-next-line no-proto
    ;({} as { __proto__: { polluted?: true } }).__proto__.polluted = true
  },
}

if (isFree === undefined) lockDown()
// Some modules throw their refusal in a later turn.
process.on('uncaughtException', () => {})
const succeeded: string[] = []
for (const [what, attempt] of Object.entries(attempts)) {
  const late = sleep(500).then(() => Promise.reject(new Error('no answer')))
  const succeeds = await Promise.race([Promise.try(attempt), late]).then(
    () => true,
    () => false,
  )
  if (succeeds) succeeded.push(what)
}
process.stdout.write(JSON.stringify({ problems: [...succeeded] }))
process.exit()
