import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { renderHook } from '../../../../shared/testing/render-hook.ts'

const replacePage = vi.fn<(url: string) => Promise<void>>()
const submit = vi.fn<() => Promise<unknown>>(async () => ({ kind: 'made', order: { orderId: 7 } }))
const mocks = {
  '../../../../shared/api/client.ts': { callApi: () => undefined },
  '../../../../shared/api/query.ts': { useCall: () => ({ data: undefined }) },
  '../../../../shared/api/show-error.ts': { showError: () => undefined },
  '../../../../shared/commerce/order-coupons.ts': { useOrderCoupons: () => ({ chosen: undefined }) },
  '../../../../shared/commerce/submit.ts': { useSubmit: () => submit },
  '../../../../shared/platform/page/page-lifecycle.ts': { useReturn: () => undefined },
  '../../../../shared/platform/router/router.ts': { replacePage },
  '../../../../shared/platform/storage/tabs': { tabStorage: { take: () => null, write: () => undefined } },
  '../../../../shared/session/session.ts': { session: { store: { getState: () => ({ token: 'token' }) } } },
  '../offer.ts': { useOffer: () => ({ offer: {} }) },
  './checkout.ts': { checkoutOf: () => ({ input: { id: 1 }, quote: { payableCents: 100 } }) },
}

beforeAll(() => {
  vi.resetModules()
  for (const [path, module] of Object.entries(mocks)) vi.doMock(path, () => module)
})

afterAll(() => {
  for (const path of Object.keys(mocks)) vi.doUnmock(path)
  vi.resetModules()
})

it('can be bought from again when the way to the payment page has failed', async () => {
  const { useCheckout } = await import('./use-checkout.ts')
  const page = await renderHook(() => useCheckout({ quantity: 1 }))
  replacePage.mockRejectedValueOnce(new Error('no page'))

  await page.act(() => page.current().buy())
  expect(replacePage).toHaveBeenCalledTimes(1)
  expect(page.current().isBusy).toBe(false)

  await page.act(() => page.current().buy())
  expect(replacePage).toHaveBeenCalledTimes(2)
  expect(page.current().isBusy).toBe(false)
  page.unmount()
})
