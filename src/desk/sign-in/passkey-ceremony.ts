import { hash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { reasonOf } from '../../domain/failure.ts'
import type { Passkey, PasskeyUse } from '../database/passkeys.ts'
import type { Binding, RegisteredReviewer } from '../database/registered-reviewer.ts'

/** Ed25519, ES256 and RS256, which all authenticators have one of. The library would try an experimental one of Node too. */
const algorithms = [-8, -7, -257]

/** The challenge that a browser answers, and where it must have answered it. */
type AskedChallenge = { readonly challenge: string; readonly origin: string }

/** The options with which a browser makes a passkey for a reviewer. The authenticator must know who uses it, and remember the passkey. */
export async function registrationOptions(
  { reviewer, registration }: RegisteredReviewer,
  existing: readonly Passkey[],
  origin: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Ratebook review desk',
    rpID: relyingPartyId(origin),
    userName: reviewer.id,
    userDisplayName: reviewer.name,
    userID: new Uint8Array(
      Buffer.from(userHandleOf({ reviewerId: reviewer.id, registration }), 'base64url'),
    ),
    excludeCredentials: existing.map(({ credential: { id, transports = [] } }) => ({
      id,
      transports,
    })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The passkey that a browser made; an `Error` with the reason if it is not the answer to the challenge. */
export async function verifyRegistration(
  response: RegistrationResponseJSON,
  { challenge, origin }: AskedChallenge,
): Promise<Pick<Passkey, 'credential' | 'isBackupEligible'> | Error> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo === undefined) return new Error('The attestation is not valid.')
    const { credential, credentialDeviceType } = registrationInfo
    return { credential, isBackupEligible: credentialDeviceType === 'multiDevice' }
  } catch (error) {
    return asError(error)
  }
}

/** The options with which a browser signs in with any passkey of the desk. */
export async function signInOptions(
  origin: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingPartyId(origin),
    userVerification: 'required',
  })
}

/**
 * Verifies a sign-in, and returns the counter and the flags of the passkey. An `Error` says why the response proves nothing. A counter
 * that does not rise may come from a copy of the key, unless the passkey is backed up.
 */
export async function verifySignIn(
  response: AuthenticationResponseJSON,
  passkey: Passkey,
  { challenge, origin }: AskedChallenge,
): Promise<PasskeyUse | Error> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      // The library refuses counters that do not rise, and this function decides about them.
      credential: { ...passkey.credential, counter: 0 },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId(origin),
      requireUserVerification: true,
    })
    if (!verified) return new Error('The signature is not valid.')
    if (response.response.userHandle !== userHandleOf(passkey))
      return new Error('The passkey names another user.')
    const { newCounter, credentialDeviceType, credentialBackedUp: isBackedUp } = authenticationInfo
    // A copy of the key could claim to be backed up.
    if ((credentialDeviceType === 'multiDevice') !== passkey.isBackupEligible)
      return new Error('It says something else than before about whether it can be backed up.')
    if (!isBackedUp && !hasRisen(passkey.credential.counter, newCounter))
      return new Error(
        `Its counter is ${newCounter}, and was ${passkey.credential.counter} before, as if a copy of it had been used.`,
      )
    return { counter: newCounter, isBackedUp }
  } catch (error) {
    return asError(error)
  }
}

/** Whether a counter has risen. Some authenticators do not count, and always say 0. */
export function hasRisen(before: number, counter: number): boolean {
  return counter > before || (counter === 0 && before === 0)
}

/** The id of the desk for authenticators: its host name. */
function relyingPartyId(origin: string): string {
  return new URL(origin).hostname
}

/** The user of a passkey, for the authenticator: 32 bytes that do not contain the name of the person. */
function userHandleOf({ reviewerId, registration }: Binding): string {
  return hash('sha256', `${registration} ${reviewerId}`, 'base64url')
}

/** The library throws an error, whose message has no full stop, for everything that a browser may send wrongly. */
function asError(error: unknown): Error {
  return new Error(`${reasonOf(error)}.`)
}
