import { createSign, createVerify } from 'node:crypto'

type Fields = Readonly<Record<string, string>>

/** Signed text: every non-empty field except the signature, sorted by name. */
const signedText = (fields: Fields): string =>
  Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

export const signText = (text: string, privateKey: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')

/** `sign_type` is part of the signed text of requests, but not of notices. */
export const isSignedBy = (fields: Fields, publicKey: string): boolean =>
  fields.sign_type === 'RSA2' &&
  createVerify('RSA-SHA256')
    .update(signedText(fields), 'utf8')
    .verify(publicKey, fields.sign ?? '', 'base64')

export const signNotice = (fields: Fields, privateKey: string): Fields => ({
  ...fields,
  sign_type: 'RSA2',
  sign: signText(signedText(fields), privateKey),
})
