import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startBank, type BankOptions } from './bank-server.ts'
import { listen } from './raw-server.ts'
import { testFetcher } from './test-fetcher.ts'

const execute = promisify(execFile)
const authority = fileURLToPath(new URL('../../support/tls/authority-cert.pem', import.meta.url))
setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority, 'utf8')])

test('a certificate of the host from a trusted authority is accepted', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'), { certificate: 'valid' })
  const { fetch } = testFetcher()
  for (const host of ['bank.example', 'www.bank.example']) {
    const outcome = await fetch({ url: `https://${host}:${bank.port}/` })
    assert.equal(outcome.kind, 'fetched', host)
  }
})

/** Certificates, hosts, and why they do not fit. */
const wrong: readonly (readonly [Required<BankOptions>['certificate'], string, string])[] = [
  ['expired', 'bank.example', 'CERT_HAS_EXPIRED'],
  ['other-host', 'bank.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['valid', 'notbank.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['valid', 'a.b.bank.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['valid', '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['first', 'localhost', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
]

for (const [certificate, host, reason] of wrong) {
  test(`the certificate ${certificate} of ${host} ends the fetch: ${reason}`, async (t) => {
    const bank = await startBank(t, (_, response) => response.end('page'), { certificate })
    const outcome = await testFetcher().fetch({ url: `https://${host}:${bank.port}/` })
    assert.ok(outcome.kind === 'failed' && outcome.code === 'tls', outcome.kind)
    assert.equal(
      outcome.message,
      `There is no secure connection to ${host}, and TLS errors are never ignored (${reason}).`,
    )
    assert.deepEqual(bank.requests, [])
  })
}

test('the certificate of each redirect is verified, and https never becomes http', async (t) => {
  const expired = await startBank(t, (_, response) => response.end('page'), {
    certificate: 'expired',
  })
  const plain = await startBank(t, (_, response) => response.end('page'))
  let location = `https://www.bank.example:${expired.port}/`
  const bank = await startBank(t, (_, response) => response.writeHead(302, { location }).end(), {
    certificate: 'valid',
  })
  const url = `https://bank.example:${bank.port}/`
  const first = await testFetcher().fetch({ url })
  assert.equal('code' in first && first.code, 'tls')
  location = `http://bank.example:${plain.port}/`
  const second = await testFetcher().fetch({ url, hosts: ['bank.example'] })
  assert.ok(second.kind === 'refused' && second.code === 'redirect')
  assert.match(second.message, /was redirected from https to http, to bank\.example/)
  assert.deepEqual([expired.requests, plain.requests], [[], []])
})

test('a server that speaks no TLS, and one that never answers, are failures in time', async (t) => {
  const plain = await startBank(t, (_, response) => response.end('page'))
  const outcome = await testFetcher().fetch({ url: `https://bank.example:${plain.port}/` })
  assert.equal('code' in outcome && outcome.code, 'tls')
  const silent = await listen(t, createServer())
  const limits = { connect: 200 }
  const late = await testFetcher({ limits }).fetch({ url: `https://bank.example:${silent}/` })
  assert.ok(late.kind === 'failed' && late.code === 'connect', late.kind)
  assert.equal(late.message, 'There was no connection to bank.example within 0.2 s.')
})

/** Fetches from a process of its own with an environment, and returns the outcome as JSON. */
async function fetchInProcess(
  url: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const helper = new URL('test-fetcher.ts', import.meta.url).href
  const script = `
    import { testFetcher } from '${helper}'
    const outcome = await testFetcher().fetch({ url: '${url}' })
    console.log(JSON.stringify({ ...outcome, body: undefined }))`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...environment },
  })
  return stdout
}

/** Starts a proxy, and returns the variables that name it and the number of its connections. */
async function proxyFor(t: TestContext): Promise<readonly [Record<string, string>, () => number]> {
  const proxy = await startBank(t, (_, response) => response.end('proxy'))
  const address = `http://127.0.0.1:${proxy.port}`
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']
  const variables = Object.fromEntries(names.map((name) => [name, address]))
  return [{ ...variables, NO_PROXY: '', NODE_USE_ENV_PROXY: '1' }, proxy.connections]
}

test('no variable of the environment turns the verification off or sends requests through a proxy', async (t) => {
  const [variables, proxied] = await proxyFor(t)
  const insecure = { ...variables, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const expired = await startBank(t, (_, response) => response.end('page'), {
    certificate: 'expired',
  })
  const trusted = { ...insecure, NODE_EXTRA_CA_CERTS: authority }
  const rejected = await fetchInProcess(`https://bank.example:${expired.port}/`, trusted)
  assert.match(rejected, /"code":"tls".*CERT_HAS_EXPIRED/)
  assert.deepEqual(expired.requests, [])
  // An operator can trust another authority.
  const valid = await startBank(t, (_, response) => response.end('page'), { certificate: 'valid' })
  const url = `https://bank.example:${valid.port}/`
  assert.match(await fetchInProcess(url, insecure), /"code":"tls"/)
  assert.match(await fetchInProcess(url, trusted), /"kind":"fetched"/)
  const plain = await startBank(t, (_, response) => response.end('page'))
  assert.match(
    await fetchInProcess(`http://bank.example:${plain.port}/`, variables),
    /"kind":"fetched"/,
  )
  assert.equal(proxied(), 0)
})
