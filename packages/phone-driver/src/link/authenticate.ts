import { type AdbAuthenticator, AdbAuthType, AdbCommand, type AdbCredentialStore } from '@yume-chan/adb'
import { signToken } from '@yunji/phone-protocol/adb/auth'
import type { PhoneKeys } from '../keys.ts'

/** Tango wants a store of keys; ours never leaves the authenticator below, which signs through OpenSSL. */
export const NO_STORE: AdbCredentialStore = {
  generateKey() {
    throw new Error('Keys are made beforehand.')
  },
  iterateKeys: () => [],
}

/** Signs the phone's token; a phone that does not know the key is offered it once, for the person before it to accept. */
export function createAuthenticator({ privateKey, publicKey }: PhoneKeys, onOffer: () => void): AdbAuthenticator {
  return async function* authenticate(_store, nextRequest) {
    const { arg0, payload } = await nextRequest()
    if (arg0 !== AdbAuthType.Token) return
    yield answer(AdbAuthType.Signature, signToken(privateKey, payload))
    await nextRequest()
    onOffer()
    yield answer(AdbAuthType.PublicKey, Buffer.from(`${publicKey}\0`))
  }
}

const answer = (arg0: number, payload: Uint8Array) => ({ command: AdbCommand.Auth, arg0, arg1: 0, payload })
