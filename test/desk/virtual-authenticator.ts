import type { CDPSession, Page } from 'playwright-core'

/** An authenticator of Chromium in software, such as the fingerprint reader of a laptop. */
export type VirtualAuthenticator = {
  readonly passkeys: () => Promise<number>
  /** Whether the person proves who they are when asked. */
  readonly setVerified: (isVerified: boolean) => Promise<void>
}

/** Gives a page an authenticator, which says yes to every request. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async passkeys() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
    async setVerified(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

/**
 * A script that makes credentials as the extension of a password manager does: plain objects with the browser's prototypes, whose
 * `toJSON` then throws. With `?unreadable` in the address they have no response at all.
 */
export const passwordManagerScript = `
  const own = (prototype, from, names) => {
    const copy = Object.create(prototype)
    for (const name of names) if (name in from) Object.defineProperty(copy, name, { value: from[name] })
    return copy
  }
  const response = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  for (const name of ['create', 'get']) {
    const real = navigator.credentials[name].bind(navigator.credentials)
    navigator.credentials[name] = async (options) => {
      const made = await real(options)
      const copy = own(PublicKeyCredential.prototype, made, ['id', 'type', 'rawId'])
      const value = own(Object.getPrototypeOf(made.response), made.response, response)
      return location.search === '?unreadable' ? copy : Object.defineProperty(copy, 'response', { value })
    }
  }`
