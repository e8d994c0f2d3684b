import type { PaymentProvider } from '../../platform/payments.ts'

/** Provider that starts on first use. */
export const lazyProvider = (
  name: PaymentProvider['name'],
  noticeReplies: PaymentProvider['noticeReplies'],
  make: () => Promise<PaymentProvider>,
): PaymentProvider => {
  let made: Promise<PaymentProvider> | undefined
  const get = (): Promise<PaymentProvider> => {
    made ??= make()
    return made
  }
  return {
    name,
    noticeReplies,
    open: async (request) => (await get()).open(request),
    query: async (outTradeNo) => (await get()).query(outTradeNo),
    close: async (outTradeNo) => (await get()).close(outTradeNo),
    refund: async (request) => (await get()).refund(request),
    readNotice: async (notice) => (await get()).readNotice(notice),
  }
}
