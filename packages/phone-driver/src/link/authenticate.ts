import { type AdbAuthenticator, AdbAuthType, AdbCommand, type AdbCredentialStore } from '@yume-chan/adb'
import { signToken } from '@yunji/phone-protocol/adb/auth'
import type { PhoneKeys } from '../keys.ts'

/** Required by Tango and never used: the authenticator below signs through OpenSSL. */
export const EMPTY_CREDENTIAL_STORE: AdbCredentialStore = {
  generateKey() {
    throw new Error('Keys are made beforehand.')
  },
  iterateKeys: () => [],
}

/**
 * Signs the phone's token with each key in turn. If the phone knows none of them, the newest public key is offered once,
 * for the person at the phone to accept.
 */
export function createAuthenticator(keys: PhoneKeys, onOffer: () => void): AdbAuthenticator {
  const { publicKey, older = [] } = keys
  return async function* authenticate(_store, nextRequest) {
    for (const { privateKey } of [keys, ...older]) {
      const { arg0, payload } = await nextRequest()
      if (arg0 !== AdbAuthType.Token) return
      yield answer(AdbAuthType.Signature, signToken(privateKey, payload))
    }
    await nextRequest()
    onOffer()
    yield answer(AdbAuthType.PublicKey, Buffer.from(`${publicKey}\0`))
  }
}

const answer = (arg0: number, payload: Uint8Array) => ({ command: AdbCommand.Auth, arg0, arg1: 0, payload })
