import { addButton, addToLayer } from './layer.ts'

/** Shown on WeChat's payment sheet. */
export interface PaymentTerms {
  readonly title: string
  readonly payee: string
  readonly amountCents: number
}

/** Result of the sheet; `fail` is chosen by the user here. */
export type PaymentChoice = 'ok' | 'cancel' | 'fail'

const choices: readonly (readonly [PaymentChoice, string])[] = [
  ['ok', '确认支付'],
  ['cancel', '取消支付'],
  ['fail', '让这次支付失败'],
]

/** WeChat's own sheet, outside the program. */
export function openPaymentSheet({ title, payee, amountCents }: PaymentTerms): Promise<PaymentChoice> {
  const mask = addToLayer('weapp-mask')
  const sheet = document.createElement('div')
  sheet.className = 'weapp-sheet weapp-payment'
  sheet.setAttribute('role', 'dialog')
  sheet.setAttribute('aria-label', '微信支付')
  for (const [tag, text] of [
    ['h2', payee],
    ['strong', `¥${(amountCents / 100).toFixed(2)}`],
    ['p', title],
  ] as const) {
    const line = document.createElement(tag)
    line.textContent = text
    sheet.append(line)
  }
  mask.append(sheet)
  return new Promise((resolve) => {
    for (const [choice, text] of choices) {
      addButton(sheet, text, () => {
        mask.remove()
        resolve(choice)
      })
    }
  })
}
