import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

let made: Promise<{ key: string; cert: string }> | null = null

/** Continues a connection over TLS; resolves with null for a host whose key is not among those given. */
export async function acceptTls(socket: Socket, keys: readonly KeyObject[]): Promise<TLSSocket | null> {
  made ??= makeIdentity()
  const options = { isServer: true, requestCert: true, rejectUnauthorized: false, minVersion: 'TLSv1.3' } as const
  const secured = new TLSSocket(socket, { ...(await made), ...options })
  await new Promise<void>((resolve, reject) => {
    secured.once('secure', resolve).once('error', reject)
    secured.once('close', () => reject(new Error('closed during the handshake')))
  })
  const { raw } = secured.getPeerCertificate()
  const isKnown = raw !== undefined && keys.some((key) => new X509Certificate(raw).publicKey.equals(key))
  if (isKnown) return secured
  secured.destroy()
  return null
}

async function makeIdentity(): Promise<{ key: string; cert: string }> {
  const { cryptoProvider, X509CertificateGenerator } = await import('@peculiar/x509')
  cryptoProvider.set(crypto)
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Adb',
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2120-01-01T00:00:00Z'),
    signingAlgorithm: ALGORITHM,
    keys,
  })
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const lines = der.toString('base64').replaceAll(/(.{64})/g, '$1\n')
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
    cert: certificate.toString('pem'),
  }
}
