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
