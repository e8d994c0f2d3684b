import { expect, test } from 'vitest'
import { LONG_TIMEOUT, useFixtureProgram } from './testing/fixture-program.ts'

const start = useFixtureProgram({ origin: 'http://server.test', cashierPath: '/cashier' })

const terms = { title: '云手机', payee: '商家', amountCents: 2490 }
const errMsgs: Readonly<Record<string, string>> = {
  ok: 'requestPayment:ok',
  cancel: 'requestPayment:fail cancel',
  fail: 'requestPayment:fail',
}

/** The program, and WeChat's requests to the cashier, which the test can refuse. */
const openPaying = async (refusal?: object) => {
  const program = await start('pages/faults/index')
  const requests: unknown[] = []
  await program.page.unrouteAll()
  await program.page.route('http://server.test/cashier', async (route) => {
    const { choice, ...parameters } = route.request().postDataJSON()
    requests.push({ choice, ...parameters })
    await route.fulfill({ json: refusal ?? (choice === 'show' ? terms : { errMsg: errMsgs[choice] }) })
  })
  return { program, requests, sheet: program.page.getByRole('dialog', { name: '微信支付' }) }
}

test.each([
  ['确认支付', 'ok', 'paid'],
  ['取消支付', 'cancel', 'requestPayment:fail cancel'],
  ['让这次支付失败', 'fail', 'requestPayment:fail'],
])('a sheet shows what is to be paid, and %s ends it', async (button, choice, told) => {
  const { program, requests, sheet } = await openPaying()
  await program.tap('#pay')
  await sheet.getByText('¥24.90').waitFor()
  await sheet.getByRole('button', { name: button }).tap()
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain(told)
  const parameters = { timeStamp: '1', nonceStr: 'n', package: 'prepay_id=1', signType: 'RSA', paySign: 's' }
  expect(requests).toEqual([
    { ...parameters, choice: 'show' },
    { ...parameters, choice },
  ])
  expect(program.errors).toEqual([])
})

test('what the cashier refuses opens no sheet', async () => {
  const { program, sheet } = await openPaying({ code: 1080, msg: '支付请求无效' })
  await program.tap('#pay')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('requestPayment:fail 支付请求无效')
  expect(await sheet.count()).toBe(0)
  expect(program.errors).toEqual([])
})

test('a missing parameter is told in WeChat’s words, and nobody is asked', async () => {
  const { program, requests } = await openPaying()
  await program.tap('#payUnsigned')
  await expect
    .poll(() => program.text(), LONG_TIMEOUT)
    .toContain('requestPayment:fail parameter error: parameter.paySign should be String instead of Undefined;')
  expect(requests).toEqual([])
})
