import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

const isPem = (text: string): boolean => text.includes('-----BEGIN')

/** Settings hold a key on one line: PEM with escaped `\n`, or the base64 that the providers' tools print. */
const derOf = (text: string): Buffer => Buffer.from(text, 'base64')

export const readPrivateKey = (setting: string): KeyObject => {
  const text = setting.replaceAll('\\n', '\n').trim()
  if (isPem(text)) return createPrivateKey(text)
  try {
    return createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs1' })
  }
}

/** Accepts a public key or a certificate that contains it. */
export const readPublicKey = (setting: string): KeyObject => {
  const text = setting.replaceAll('\\n', '\n').trim()
  return createPublicKey(isPem(text) ? text : { key: derOf(text), format: 'der', type: 'spki' })
}
