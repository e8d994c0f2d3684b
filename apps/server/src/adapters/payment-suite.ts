import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chinaDay } from '../platform/china-time.ts'
import type { PaymentProvider, RawNotice } from '../platform/payments.ts'

/** Provider under test: the embedded one, or a vendor's sandbox. */
export interface ProviderUnderTest {
  readonly provider: PaymentProvider
  /** Pays, and returns the provider's notice. Absent for a sandbox that runs unattended. */
  readonly pay?: (outTradeNo: string, url: string) => Promise<RawNotice>
  /** Opens the page without paying. */
  readonly openPage?: (url: string) => Promise<void>
  /** Moves the provider's clock to the next day. */
  readonly nextDay?: () => void
  /** The same provider with a wrong key. */
  readonly impostor?: PaymentProvider
  close(): Promise<void>
}

const MINUTE_MS = 60_000

/** Contract tests of payment providers; skipped with the reason when the provider is not configured. */
export const paymentSuite = (name: string, open: () => Promise<ProviderUnderTest | string>): void => {
  describe(`payments through ${name}`, () => {
    let tested: ProviderUnderTest
    let missing: string | undefined
    beforeAll(async () => {
      const opened = await open()
      if (typeof opened === 'string') missing = opened
      else tested = opened
    })
    beforeEach(({ skip }) => {
      if (missing !== undefined) skip(missing)
    })
    afterAll(() => tested?.close())

    const begin = async (amountCents = 1234) => {
      const outTradeNo = `suite${randomBytes(8).toString('hex')}`
      const next = await tested.provider.open({
        outTradeNo,
        title: '云机-测试',
        amountCents,
        expiresAt: new Date(Date.now() + 15 * MINUTE_MS),
        scene: 'h5',
        returnPath: '/pages/pay/pay?orderId=1',
        address: '203.0.113.7',
        openidOf: async () => undefined,
      })
      if (next.kind !== 'redirect') throw new Error(`not a page: ${next.kind}`)
      return { outTradeNo, url: next.url }
    }

    it('knows nothing of what was never asked for', async () => {
      expect(await tested.provider.query('suite-unheard-of')).toEqual({ state: 'unknown' })
      expect(await tested.provider.close('suite-unheard-of')).toEqual({ state: 'unknown' })
    })

    it('waits for whoever looks at its page, until it is closed', async ({ skip }) => {
      if (!tested.openPage) return skip('nobody looks at this page')
      const { outTradeNo, url } = await begin()
      await tested.openPage(url)
      expect(await tested.provider.query(outTradeNo)).toEqual({ state: 'waiting' })
      expect(await tested.provider.close(outTradeNo)).toEqual({ state: 'closed' })
      expect(await tested.provider.close(outTradeNo)).toEqual({ state: 'closed' })
      expect(await tested.provider.query(outTradeNo)).toEqual({ state: 'closed' })
    })

    it('says the same of money in its notice and when asked, and closes nothing that is paid', async ({ skip }) => {
      if (!tested.pay) return skip('nobody pays here')
      const { outTradeNo, url } = await begin()
      const notice = await tested.provider.readNotice(await tested.pay(outTradeNo, url))
      const { about: _about, ...fields } = notice
      expect(notice).toMatchObject({ about: 'payment', outTradeNo, amountCents: 1234 })
      expect(await tested.provider.query(outTradeNo)).toEqual({ state: 'paid', ...fields })
      expect(await tested.provider.close(outTradeNo)).toEqual({ state: 'paid', ...fields })
    })

    it('gives a part back once, the rest, and never more', async ({ skip }) => {
      if (!tested.pay) return skip('nobody pays here')
      const { outTradeNo, url } = await begin()
      await tested.pay(outTradeNo, url)
      const refund = (outRefundNo: string, amountCents: number) =>
        tested.provider.refund({ outTradeNo, outRefundNo, amountCents, totalCents: 1234, reason: '测试' })
      const ask = () => tested.provider.queryRefund(outTradeNo, `${outTradeNo}r1`)
      expect(await ask()).toBe('unknown')
      expect(await refund(`${outTradeNo}r1`, 234)).toBe('refunded')
      expect(await ask()).toBe('refunded')
      expect(await refund(`${outTradeNo}r1`, 234)).toBe('refunded')
      expect(await refund(`${outTradeNo}r2`, 1000)).toBe('refunded')
      await expect(refund(`${outTradeNo}r3`, 1)).rejects.toThrow(/Alipay|WeChat Pay/)
    })

    it('bills the payments and refunds of a day when it is over', async ({ skip }) => {
      const { pay, nextDay } = tested
      if (!pay || !nextDay) return skip('nobody pays here')
      const { outTradeNo, url } = await begin()
      const notice = await tested.provider.readNotice(await pay(outTradeNo, url))
      const outRefundNo = `${outTradeNo}r1`
      const refund = { outTradeNo, outRefundNo, amountCents: 234, totalCents: 1234, reason: '测试' }
      await tested.provider.refund(refund)
      const today = chinaDay(new Date())
      expect(await tested.provider.downloadBill(today)).toBeUndefined()
      nextDay()
      const { lines } = tested.provider.readBill((await tested.provider.downloadBill(today)) ?? new Uint8Array())
      const ours = lines.filter(({ number }) => number.startsWith(outTradeNo))
      const transactionId = notice.about === 'payment' ? notice.transactionId : ''
      expect(ours).toEqual([
        expect.objectContaining({ subject: 'payment', number: outTradeNo, transactionId, amountCents: 1234 }),
        expect.objectContaining({ subject: 'refund', number: outRefundNo, amountCents: 234, isSettled: true }),
      ])
      expect(await tested.provider.downloadBill('2020-01-01')).toBeUndefined()
    })

    it('answers nobody who signs with another key', async ({ skip }) => {
      if (!tested.impostor) return skip('no second key here')
      await expect(tested.impostor.query('suite-unheard-of')).rejects.toThrow(/Alipay|WeChat Pay/)
    })
  })
}
