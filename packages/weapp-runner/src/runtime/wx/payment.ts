import { openPaymentSheet, type PaymentTerms } from '../overlays/payment-sheet.ts'
import type { ApiFamily } from './api.ts'
import { WxError } from './callback.ts'

const names = ['timeStamp', 'nonceStr', 'package', 'signType', 'paySign'] as const

type Parameters = Readonly<Record<(typeof names)[number], string>>

type PostChoice = (parameters: Parameters, choice: string) => Promise<Readonly<Record<string, unknown>>>

/** WeChat's own words for a parameter that is not there. */
const parametersOf = (options: Readonly<Record<string, unknown>>): Parameters => {
  for (const name of names) {
    if (typeof options[name] !== 'string') {
      throw new WxError(`parameter error: parameter.${name} should be String instead of ${typeNameOf(options[name])};`)
    }
  }
  return Object.fromEntries(names.map((name) => [name, options[name]])) as Parameters
}

const typeNameOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1)

const isTerms = (answer: object): answer is PaymentTerms => 'amountCents' in answer

const toWxError = ({ errMsg, msg }: Readonly<Record<string, unknown>>): WxError =>
  new WxError(/:fail ?(.*)$/.exec(String(errMsg ?? ''))?.[1] ?? String(msg ?? 'system error'))

const postChoice =
  (url: string): PostChoice =>
  async (parameters, choice) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...parameters, choice }),
        credentials: 'omit',
      })
      return (await response.json()) as Readonly<Record<string, unknown>>
    } catch (error) {
      throw new WxError((error as Error).message)
    }
  }

/**
 * `wx.requestPayment`: WeChat asks its own server what is to be paid, which refuses parameters that the
 * merchant has not signed, shows it to the user, and tells the server how the user decided.
 */
export const paymentApis = (cashierUrl: string | undefined): ApiFamily => {
  if (cashierUrl === undefined) return {}
  const ask = postChoice(cashierUrl)
  return {
    async: {
      requestPayment: async (options: Readonly<Record<string, unknown>>) => {
        const parameters = parametersOf(options)
        const terms = await ask(parameters, 'show')
        if (!isTerms(terms)) throw toWxError(terms)
        const answer = await ask(parameters, await openPaymentSheet(terms))
        if (answer.errMsg !== 'requestPayment:ok') throw toWxError(answer)
      },
    },
  }
}
