import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { Binding } from '../../../platform/http/binding.ts'
import { type Payments, providerNames } from '../../../platform/payments.ts'
import { providerOf } from './deps.ts'

/** Answers about an order, wherever a call puts it. */
interface Answer {
  readonly payMethods?: OrderInfo['payMethods']
  readonly order?: OrderInfo
  readonly records?: readonly OrderInfo[]
}

/** Leaves the methods of providers that have no settings out of every answer about an order. */
export const offerConnectedMethods = (payments: Payments, bindings: readonly Binding[]): Binding[] => {
  if (providerNames.every((name) => payments[name])) return [...bindings]
  const narrow = <Given extends Answer>(given: Given): Given => ({
    ...given,
    ...(given.payMethods && {
      payMethods: given.payMethods.filter((method) => {
        const name = providerOf(method)
        return name === undefined || payments[name] !== undefined
      }),
    }),
  })
  return bindings.map((binding) => ({
    ...binding,
    run: async (...call) => {
      const answer = (await binding.run(...call)) as Answer | null | undefined
      if (!answer || typeof answer !== 'object' || Array.isArray(answer)) return answer
      if (answer.order) return { ...answer, order: narrow(answer.order) }
      return answer.records ? { ...answer, records: answer.records.map(narrow) } : narrow(answer)
    },
  }))
}
