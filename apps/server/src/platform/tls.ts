import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type Clock, DAY_MS, later } from './clock.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Longest lifetime of a self-signed certificate that phones accept. */
const LIFETIME_MS = 397 * DAY_MS
const RENEW_BEFORE_MS = 30 * DAY_MS

/** LAN addresses of this machine. */
export const lanAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => address.family === 'IPv4' && !address.internal)
    .map((address) => address.address)

/**
 * Self-signed certificate for phones on the LAN, where WebCodecs and the clipboard need a secure context. It is stored,
 * so that a browser asks once, and renewed when it nears its end or the machine has a new address.
 */
export const selfSignedCertificate = async (dataDir: string, addresses: readonly string[], clock: Clock) => {
  const folder = join(dataDir, 'tls')
  const kept = await readKept(folder)
  if (kept && isGoodFor(kept, addresses, clock.now())) return kept
  const made = await makeCertificate(addresses, clock.now())
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await writeFile(join(folder, 'key.pem'), made.key, { mode: PRIVATE_FILE })
  await writeFile(join(folder, 'cert.pem'), made.cert, { mode: PRIVATE_FILE })
  return made
}

const readKept = async (folder: string): Promise<Certificate | undefined> => {
  try {
    return {
      key: await readFile(join(folder, 'key.pem'), 'utf8'),
      cert: await readFile(join(folder, 'cert.pem'), 'utf8'),
    }
  } catch {
    return undefined
  }
}

const isGoodFor = (certificate: Certificate, addresses: readonly string[], now: Date): boolean => {
  try {
    const { validToDate, checkIP } = readable(certificate)
    return validToDate.getTime() - now.getTime() > RENEW_BEFORE_MS && addresses.every(checkIP)
  } catch {
    return false
  }
}

const readable = ({ cert }: Certificate) => {
  const parsed = new X509Certificate(cert)
  return { validToDate: new Date(parsed.validTo), checkIP: (address: string) => parsed.checkIP(address) !== undefined }
}

const DNS = 2
const IP = 7

const makeCertificate = async (addresses: readonly string[], now: Date): Promise<Certificate> => {
  const altNames = [
    { type: DNS, value: 'localhost' } as const,
    ...['127.0.0.1', ...addresses].map((ip) => ({ type: IP, ip }) as const),
  ]
  // Lazy: it would add a fifth of a second to every start without TLS.
  const { generate } = await import('selfsigned')
  const pems = await generate([{ name: 'commonName', value: 'yunji.local' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: later(now, -DAY_MS),
    notAfterDate: later(now, LIFETIME_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { key: pems.private, cert: pems.cert }
}
