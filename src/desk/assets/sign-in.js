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
  const address = next.startsWith('/') ? URL.parse(next, location.origin) : null
  return address?.origin === location.origin ? address.href : '/'
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
  await post('/sign-in', await navigator.credentials.get({ publicKey }))
}

async function makePasskey() {
  const token = location.hash.slice(1)
  const options = /** @type {PublicKeyCredentialCreationOptionsJSON} */ (
    await post('/invitation/options', { token })
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  await post('/invitation', { token, credential })
}

/**
 * Sends JSON and returns the JSON of the answer. A credential has a `toJSON` of its own.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<unknown>}
 */
async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
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
  if (name === 'TypeError')
    return 'The desk cannot be reached, or this browser is too old for passkeys.'
  return `That did not work (${name}).`
}

/** @param {string} sentence */
function tell(sentence) {
  if (status !== null) status.textContent = sentence
}
