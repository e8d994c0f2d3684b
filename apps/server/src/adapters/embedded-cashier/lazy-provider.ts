import type { PaymentProvider } from '../../platform/payments.ts'

type Known = Pick<PaymentProvider, 'name' | 'noticeReplies' | 'readBill'>

/** Provider that starts on first use; what is known of it needs no start. */
export const lazyProvider = (known: Known, make: () => Promise<PaymentProvider>): PaymentProvider => {
  let made: Promise<PaymentProvider> | undefined
  const get = (): Promise<PaymentProvider> => {
    made ??= make()
    return made
  }
  return {
    ...known,
    open: async (request) => (await get()).open(request),
    query: async (outTradeNo) => (await get()).query(outTradeNo),
    close: async (outTradeNo) => (await get()).close(outTradeNo),
    refund: async (request) => (await get()).refund(request),
    queryRefund: async (outTradeNo, outRefundNo) => (await get()).queryRefund(outTradeNo, outRefundNo),
    readNotice: async (notice) => (await get()).readNotice(notice),
    downloadBill: async (day) => (await get()).downloadBill(day),
  }
}
