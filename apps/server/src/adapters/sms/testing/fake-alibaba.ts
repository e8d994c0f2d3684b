import { createServer } from 'node:http'
import { listenOnLoopback } from '../../loopback.ts'
import { type AccessKey, alibabaQuery, signAlibaba } from '../alibaba-sign.ts'
import type { SentMessage } from '../sms-suite.ts'

const SIGNED = [
  'host',
  'x-acs-action',
  'x-acs-content-sha256',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-version',
] as const

/** Fake of the vendor's API that verifies the signature of each request. */
export const startFakeAlibaba = async (accessKey: AccessKey, refusedPhone: string) => {
  const sent: SentMessage[] = []
  const server = await listenOnLoopback(
    createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://fake')
      const query = alibabaQuery(Object.fromEntries(searchParams))
      const headers = Object.fromEntries(SIGNED.map((name) => [name, String(request.headers[name])]))
      const isSigned = request.headers.authorization === signAlibaba(accessKey, query, headers)
      const mobilePhone = searchParams.get('PhoneNumbers') ?? ''
      const isTaken = isSigned && mobilePhone !== refusedPhone
      const { code, text } = JSON.parse(searchParams.get('TemplateParam') ?? '{}')
      if (isTaken) sent.push({ mobilePhone, words: code ?? text })
      response.statusCode = isSigned ? 200 : 400
      response.end(JSON.stringify({ Code: answerCode(isSigned, isTaken) }))
    }),
  )
  return { ...server, sent }
}

const answerCode = (isSigned: boolean, isTaken: boolean): string => {
  if (!isSigned) return 'SignatureDoesNotMatch'
  return isTaken ? 'OK' : 'isv.MOBILE_NUMBER_ILLEGAL'
}
