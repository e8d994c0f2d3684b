import { sendAccountCode, sendCode } from '@yunji/contract/accounts/sms/calls'
import { openPurposes, type SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { Call, Envelope } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { RawConnectionPool } from '@yunji/testkit/raw-connection'
import { addressOf, type CallFields, callRequest, FORWARDED_FOR } from './call-request.ts'
import { readEnvelope } from './envelope.ts'

interface CallOptions {
  readonly token?: string
  readonly address?: string
  /** Idempotency key. */
  readonly key?: string
}

interface Inbox {
  readonly messages: readonly { readonly mobilePhone: string; readonly code: string }[]
}

/** Sends calls, each from its own address, and reads SMS codes from the demo inbox. */
export const createApiClient = (pool: RawConnectionPool) => {
  let sent = 0

  const send = async (call: Call, input: CallFields, { token, address, key }: CallOptions = {}): Promise<Envelope> => {
    sent += 1
    const headers = { [FORWARDED_FOR]: address ?? addressOf(sent) }
    const answer = await pool.send(
      callRequest(call, input, {
        headers,
        ...(token !== undefined && { token }),
        ...(key !== undefined && { key }),
      }),
    )
    const envelope = readEnvelope(answer)
    if (!envelope) throw new Error(`${call.path} answered ${answer.status} without an envelope`)
    return envelope
  }
  const lastCode = async (mobilePhone: string): Promise<string> => {
    const { body } = await pool.send({ method: 'GET', path: sideRoutes.demoSms.path })
    const { messages } = JSON.parse(body) as Inbox
    return messages.find((message) => message.mobilePhone === mobilePhone && message.code)?.code ?? ''
  }
  return {
    call: send,
    lastCode,
    count: () => sent,
    /** Requests a code and returns it. */
    codeFor: async (mobilePhone: string, type: SmsPurpose, token?: string): Promise<string> => {
      const isOpen = openPurposes.some((purpose) => purpose === type)
      const { code, msg } = await send(
        isOpen ? sendCode : sendAccountCode,
        { mobilePhone, type },
        token ? { token } : {},
      )
      if (code !== 200) throw new Error(`no code for ${type}: ${code} ${msg}`)
      return lastCode(mobilePhone)
    },
  }
}

export type ApiClient = ReturnType<typeof createApiClient>

/** A different valid code. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
