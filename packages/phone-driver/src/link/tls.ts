import { createPublicKey } from 'node:crypto'
import type net from 'node:net'
import tls from 'node:tls'
import type { PhoneKeys } from '../keys.ts'

/** Version of the upgrade, in the packet that asks for it and in the one that agrees. */
export const STLS_VERSION = 0x01000000
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const NOT_BEFORE = new Date('2020-01-01T00:00:00Z')
const NOT_AFTER = new Date('2120-01-01T00:00:00Z')

interface Identity {
  readonly key: string
  readonly cert: string
}

const identities = new WeakMap<PhoneKeys, Promise<Identity>>()

/**
 * Continues a connection over TLS, as phones with wireless debugging (Android 11 and later) demand. The certificate stands
 * for our ADB key: a phone compares its public key with those that it knows, and neither side trusts an authority.
 */
export async function startTls(socket: net.Socket, identity: Identity): Promise<tls.TLSSocket> {
  const secured = tls.connect({ socket, ...identity, minVersion: 'TLSv1.3', rejectUnauthorized: false })
  await new Promise<void>((resolve, reject) => {
    secured.once('secureConnect', resolve).once('error', reject)
    secured.once('close', () => reject(new Error('closed during the handshake')))
  })
  return secured
}

/** Signed once per key. */
export function getIdentity(keys: PhoneKeys): Promise<Identity> {
  const made = identities.get(keys) ?? makeIdentity(keys)
  identities.set(keys, made)
  return made
}

async function makeIdentity({ privateKey }: PhoneKeys): Promise<Identity> {
  // Lazy: most phones want none, and it takes a while to load.
  const { cryptoProvider, X509CertificateGenerator } = await import('@peculiar/x509')
  cryptoProvider.set(crypto)
  const { subtle } = crypto
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
  const shared = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Adb, O=Android, C=US',
    notBefore: NOT_BEFORE,
    notAfter: NOT_AFTER,
    signingAlgorithm: ALGORITHM,
    keys: {
      privateKey: await subtle.importKey('pkcs8', secret, ALGORITHM, false, ['sign']),
      publicKey: await subtle.importKey('spki', shared, ALGORITHM, true, ['verify']),
    },
  })
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate.toString('pem') }
}
