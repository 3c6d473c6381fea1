// Signs in with a passkey, or makes one with an invitation. The server decides everything.

/** @type {HTMLButtonElement | null} */
const button = document.querySelector('[data-ceremony]')
const status = document.querySelector('[data-status]')

button?.addEventListener('click', () => void start(button))
void goOnIfSignedIn()
if (location.pathname === '/sign-in' && location.hash === '#made')
  tell('Your passkey is made. Sign in with it now.')

/** The page that was asked for before signing in. A link of another site may name any address, so only one of the desk counts. */
function askedPage() {
  const next = new URLSearchParams(location.search).get('next') ?? '/'
  if (!next.startsWith('/')) return '/'
  try {
    const address = new URL(next, location.origin)
    return address.origin === location.origin ? address.href : '/'
  } catch {
    return '/'
  }
}

/** A browser sends no cookie with a link of another site, such as one in an alert: the reviewer may be signed in already. */
async function goOnIfSignedIn() {
  if (!new URLSearchParams(location.search).has('next')) return
  const response = await fetch(askedPage(), { redirect: 'manual' })
  if (response.type !== 'opaqueredirect') location.replace(askedPage())
}

/** @param {HTMLButtonElement} button */
async function start(button) {
  button.disabled = true
  tell('Follow your browser.')
  try {
    if (globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === undefined)
      throw new Refusal('This browser is too old for passkeys. Use one from 2025 or newer.')
    const isInvitation = button.dataset['ceremony'] === 'invitation'
    await (isInvitation ? makePasskey() : signIn())
    location.replace(isInvitation ? '/sign-in#made' : askedPage())
  } catch (error) {
    tell(sentenceFor(error))
    button.disabled = false
  }
}

async function signIn() {
  const options = /** @type {PublicKeyCredentialRequestOptionsJSON} */ (
    await post('/sign-in/options', {})
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  const fields = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']
  await post('/sign-in', credentialJson(credential, fields))
}

async function makePasskey() {
  const token = location.hash.slice(1)
  const options = /** @type {PublicKeyCredentialCreationOptionsJSON} */ (
    await post('/invitation/options', { token })
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  const fields = ['clientDataJSON', 'attestationObject']
  await post('/invitation', { token, credential: credentialJson(credential, fields) })
}

/**
 * A credential as JSON. `toJSON` of the browser throws if the extension of a password manager made the credential.
 * @param {Credential | null} credential
 * @param {readonly string[]} fields the fields of the response that the ceremony needs
 * @returns {unknown}
 */
function credentialJson(credential, fields) {
  const { id, type, response } =
    /** @type {{ id: string, type: string, response: Record<string, ArrayBuffer | null> }} */ (
      /** @type {unknown} */ (credential)
    )
  try {
    return /** @type {PublicKeyCredential} */ (credential).toJSON()
  } catch {
    /** @type {Record<string, string>} */
    const texts = {}
    for (const name of fields) texts[name] = base64url(response[name] ?? new ArrayBuffer())
    return { id, rawId: id, type, response: texts, clientExtensionResults: {} }
  }
}

/** @param {ArrayBuffer} bytes */
function base64url(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Sends JSON and returns the JSON of the answer.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<unknown>}
 */
async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refusal('The desk cannot be reached. Try again.')
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  /** @type {unknown} */
  const answer = isJson ? await response.json() : {}
  if (response.ok) return answer
  const { message } = /** @type {{ readonly message?: string }} */ (answer)
  throw new Refusal(message ?? `The desk answered ${response.status}.`)
}

/** A sentence of the server for the person. */
class Refusal extends Error {}

/** @param {unknown} error */
function sentenceFor(error) {
  if (error instanceof Refusal) return error.message
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return 'Nothing was done: it was cancelled, or it took too long.'
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already. Sign in.'
  return `The browser, or the password manager in it, did not give a passkey that the desk can read (${name}). Try again without the password manager.`
}

/** @param {string} sentence */
function tell(sentence) {
  if (status !== null) status.textContent = sentence
}
