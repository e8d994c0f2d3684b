import { getAuthToken } from '@yunji/contract/accounts/user/calls'
import { afterEach, describe, expect, it, vi } from 'vitest'

const requestData = vi.hoisted(() =>
  vi.fn<(call: { readonly path: string }) => Promise<object>>(async () => ({ token: 'one-purpose' })),
)
const openPage = vi.hoisted(() => vi.fn<() => Promise<void>>(async () => undefined))
const state = vi.hoisted((): { userId: number | null } => ({ userId: 7 }))
vi.mock('../api/query.ts', () => ({ requestData }))
vi.mock('../platform/router/router.ts', () => ({ openPage }))
vi.mock('../session/session.ts', () => ({ session: { store: { getState: () => state } } }))

const load = async (host: string) => {
  vi.stubGlobal('EXTERNAL_WEB_HOST', host)
  vi.resetModules()
  return import('./external-page.weapp.ts')
}

afterEach(() => {
  state.userId = 7
  requestData.mockClear()
  vi.unstubAllGlobals()
})

describe('the external page inside the mini-program', () => {
  it('gets one parameter with a fresh token for each visit, never the login', async () => {
    const { externalPageAddress, hasExternalPage, openExternalPage } = await load('https://other.example/app?from=mini')
    expect(hasExternalPage).toBe(true)
    const url = new URL(await externalPageAddress())
    expect(url.origin + url.pathname).toBe('https://other.example/app')
    expect([...url.searchParams.keys()]).toEqual(['from', 'param'])
    expect(JSON.parse(url.searchParams.get('param') ?? '')).toEqual({
      token: 'one-purpose',
      userId: 7,
      userType: 2,
      isWeb: true,
    })
    await externalPageAddress()
    // By path: a reset of the modules makes another call of the same name.
    expect(requestData.mock.calls.map(([call]) => call.path)).toEqual([getAuthToken.path, getAuthToken.path])
    await openExternalPage()
    expect(openPage).toHaveBeenCalledWith('/pages/webView/activity?view=external')
  })

  it.each([
    ['without a login', 'https://other.example', null],
    ['without a host', '', 7],
  ])('asks for no token %s', async (_when, host, userId) => {
    state.userId = userId
    const { externalPageAddress } = await load(host)
    await expect(externalPageAddress()).rejects.toThrow('no external page')
    expect(requestData).not.toHaveBeenCalled()
  })
})
