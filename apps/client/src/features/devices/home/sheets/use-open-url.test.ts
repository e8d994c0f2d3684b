import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { renderHook } from '../../../../shared/testing/render-hook.ts'

const sendCommand = vi.fn<() => Promise<unknown>>(async () => [{ deviceId: 1 }])
const closeSheet = vi.fn<() => void>()
const mocks = {
  '../../../../shared/api/show-error.ts': { showError: () => undefined },
  '../api/send-command.ts': { sendCommand },
  './home-sheets.ts': { closeSheet },
}

beforeAll(() => {
  vi.resetModules()
  for (const [path, module] of Object.entries(mocks)) vi.doMock(path, () => module)
})

afterAll(() => {
  for (const path of Object.keys(mocks)) vi.doUnmock(path)
  vi.resetModules()
})

it('can be submitted again when the command has failed', async () => {
  const { useOpenUrl } = await import('./use-open-url.ts')
  const sheet = await renderHook(() => useOpenUrl({ deviceId: 1, name: '星海远征 06' }))
  await sheet.act(() => sheet.current().change('example.com'))
  sendCommand.mockRejectedValueOnce(new Error('no bundle'))

  await sheet.act(() => sheet.current().submit())
  expect(sheet.current()).toMatchObject({ isBusy: false, text: 'example.com' })
  expect(closeSheet).not.toHaveBeenCalled()

  await sheet.act(() => sheet.current().submit())
  expect(closeSheet).toHaveBeenCalledTimes(1)
  expect(sheet.current()).toMatchObject({ isBusy: false, text: '' })
  sheet.unmount()
})

it.each([
  ['example.com', 'https://example.com'],
  ['  example.com/路径 ', 'https://example.com/路径'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('takes the address as it is typed: %s', async (typed, address) => {
  const { addressOf } = await import('./use-open-url.ts')
  expect(addressOf(typed)).toBe(address)
})
