import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { renderHook } from '../../../../shared/testing/render-hook.ts'

const openPage = vi.fn<(url: string) => Promise<void>>(async () => undefined)
const submit = vi.fn<() => Promise<unknown>>(async () => ({ kind: 'made', order: { orderId: 7 } }))
const showError = vi.fn<(error: unknown) => void>()
const mocks = {
  '../../../../shared/api/client.ts': { callApi: () => undefined },
  '../../../../shared/api/query.ts': { queryClient: { invalidateQueries: () => undefined }, useCall: () => undefined },
  '../../../../shared/api/show-error.ts': { showError },
  '../../../../shared/commerce/submit.ts': { useSubmit: () => submit },
  '../../../../shared/platform/router/router.ts': { openPage },
  '../../../../shared/session/session.ts': { session: { store: { getState: () => ({ token: 'token' }) } } },
}

beforeAll(() => {
  vi.resetModules()
  for (const [path, module] of Object.entries(mocks)) vi.doMock(path, () => module)
})

afterAll(() => {
  for (const path of Object.keys(mocks)) vi.doUnmock(path)
  vi.resetModules()
})

it('can be ordered again when the order has failed', async () => {
  const { useSeckillOrder } = await import('./seckill.ts')
  const page = await renderHook(() => useSeckillOrder())
  const failure = new Error('no key')
  submit.mockRejectedValueOnce(failure)
  const input = { activityId: 1, id: 2, quantity: 1, goodPrice: 100, zoneId: 3, totalCents: 100 }

  await page.act(() => page.current().order(input))
  expect(page.current().isBusy).toBe(false)
  expect(showError.mock.lastCall?.[0]).toBe(failure)

  await page.act(() => page.current().order(input))
  expect(openPage).toHaveBeenCalledTimes(1)
  expect(page.current().isBusy).toBe(false)
  page.unmount()
})
