import { login } from '@yunji/contract/accounts/session/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { getGoodPrice } from '@yunji/contract/commerce/commodity/calls'
import { createOrder } from '@yunji/contract/commerce/order/calls'
import { getCommonConfig } from '@yunji/contract/configuration/calls'
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { beforeEach, describe, expect, test } from 'vitest'
import { TransportError, type TransportRequest, type TransportResponse } from '../platform/network/transport.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'

const CONFIG = { renewalReminderMsg: '请续费' }

/** Everything that the client did, in order. */
let events: string[] = []
let requests: TransportRequest[] = []
let logged: string[] = []
let heard: number[] = []
let caller = { token: 'abc', userId: 7 as number | null, channel: 'h5' }
let path = '/pages/user/coupon'
let respond: () => Promise<TransportResponse>

const callApi = createClient({
  transport: (request) => {
    requests.push(request)
    return respond()
  },
  client: {
    clientType: 'h5',
    apiBase: 'https://api.example',
    appVersion: '1.0.0',
    terminalType: 'android',
    isWechatBrowser: false,
    hasOuterTitleBar: false,
  },
  caller: () => caller,
  randomId: () => 'key-1',
  track: (text, hasIndicator) => {
    events.push(`track ${text ?? 'default'} ${hasIndicator}`)
    return () => void events.push('end')
  },
  showError: (text) => void events.push(`show ${text}`),
  log: (text) => void logged.push(text),
  currentPath: () => path,
  loseLogin: () => {
    caller = { token: '', userId: null, channel: 'h5' }
    events.push('lose login')
  },
  goToLogin: () => void events.push('go to login'),
  onServerTime: (serverMs) => void heard.push(serverMs),
})

const answer = (code: number, data: unknown = null, status = 200) => {
  respond = () => Promise.resolve({ status, body: { code, msg: `消息 ${code}`, data, ts: 1 } })
}

const rejection = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('the call was not rejected as it should be')
}

beforeEach(() => {
  events = []
  requests = []
  logged = []
  heard = []
  caller = { token: 'abc', userId: 7, channel: 'h5' }
  path = '/pages/user/coupon'
  answer(ErrorCode.OK, CONFIG)
})

describe('a request', () => {
  test('that outlives its page is sent before anything is waited for, with the same headers', async () => {
    answer(ErrorCode.OK)
    const exit = callApi(saveUserUsageLog, { exitMark: 1 }, { outlivesPage: true })
    expect(requests).toMatchObject([{ outlivesPage: true, headers: { token: 'abc', userId: '7', channel: 'h5' } }])
    await exit
    await callApi(saveUserUsageLog, { exitMark: 0 })
    expect(requests[1]).not.toHaveProperty('outlivesPage')
  })

  test('of a usage log shows nothing and changes nothing, whatever comes back', async () => {
    answer(ErrorCode.LOGIN_TOKEN_INVALID)
    await rejection(callApi(saveUserUsageLog, {}))
    expect(events).toEqual([])
    expect(caller.token).toBe('abc')
  })

  test('tells what time it is where it was answered', async () => {
    await callApi(getCommonConfig, {})
    expect(heard).toEqual([1])
  })

  test('carries the version in its query and every header of section 7', async () => {
    await callApi(getCommonConfig, {})
    expect(requests).toEqual([
      {
        method: 'GET',
        url: 'https://api.example/vmcloud/api/configure/getCommonConfig?versionCode=001000000',
        headers: {
          requestSource: 'miniApp',
          token: 'abc',
          userId: '7',
          channel: 'h5',
          terminalType: 'android',
          clientType: 'h5',
          supplierType: '0',
        },
        timeoutMs: 60_000,
      },
    ])
  })

  test('of a visitor carries neither token nor user', async () => {
    caller = { token: '', userId: null, channel: 'h5' }
    await callApi(getCommonConfig, {})
    expect(requests[0]?.headers).not.toHaveProperty('token')
    expect(requests[0]?.headers).not.toHaveProperty('userId')
  })

  test('puts the input of a GET into the query, without what is absent', async () => {
    answer(ErrorCode.SHOW_ERROR_TIP)
    await rejection(callApi(getUserInfo, { mobilePhone: '13800138000' }))
    await rejection(callApi(getUserInfo, { mobilePhone: undefined }))
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual([
      'mobilePhone=13800138000&versionCode=001000000',
      'versionCode=001000000',
    ])
  })

  test('sends the input of a POST as JSON', async () => {
    answer(ErrorCode.SHOW_ERROR_TIP)
    await rejection(callApi(login, { mobilePhone: '13800138000', password: 'a1b2c3' }))
    expect(requests[0]?.body).toBe('{"mobilePhone":"13800138000","password":"a1b2c3"}')
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test('of an idempotent call carries a key, the caller’s own if it has one', async () => {
    answer(ErrorCode.SHOW_ERROR_TIP)
    const input = {} as Parameters<typeof callApi<typeof createOrder>>[1]
    await rejection(callApi(createOrder, input))
    await rejection(callApi(createOrder, input, { idempotencyKey: 'mine' }))
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'mine'])
  })
})

describe('an answer', () => {
  test('of success gives its data', async () => {
    await expect(callApi(getCommonConfig, {})).resolves.toEqual({ code: 200, msg: '消息 200', data: CONFIG })
  })

  test.each([1017, 1025, 1026])('of code %i is a normal result', async (code) => {
    answer(code, { short: 1 })
    await expect(callApi(getCommonConfig, {})).resolves.toEqual({ code, msg: `消息 ${code}`, data: { short: 1 } })
  })

  test.each([1010, 1015, 1039, 1080])('of code %i is rejected with its message, code and data', async (code) => {
    answer(code, { differenceCents: 5 })
    const error = await rejection(callApi(getCommonConfig, {}))
    expect(error).toMatchObject({ message: `消息 ${code}`, code, data: { differenceCents: 5 }, isShown: false })
    expect(error.response).toBeUndefined()
    expect(logged).toEqual([`/vmcloud/api/configure/getCommonConfig: ${code} 消息 ${code}`])
  })

  test('of a code outside the catalogue is logged and rejected with the server’s own message', async () => {
    answer(4711, { hint: 1 })
    const error = await rejection(callApi(getCommonConfig, {}))
    expect(error).toMatchObject({ message: '消息 4711', code: undefined, data: { hint: 1 }, isShown: false })
    expect(logged).toEqual(['/vmcloud/api/configure/getCommonConfig: 4711 消息 4711'])
  })

  test.each([1057, 1090, 1330])('of code %i is rejected as a whole', async (code) => {
    answer(code)
    const { response } = await rejection(callApi(getCommonConfig, {}))
    expect(response).toEqual({ code, msg: `消息 ${code}`, data: null, ts: 1 })
    expect(logged).toEqual([])
  })

  test('is read from the envelope whatever its status', async () => {
    answer(ErrorCode.SHOW_ERROR_TIP, null, 429)
    expect(await rejection(callApi(getCommonConfig, {}))).toMatchObject({ message: '消息 1080', code: 1080 })
  })

  test('whose data is not what the contract says is an error', async () => {
    answer(ErrorCode.OK, { renewalReminderMsg: 5 })
    expect((await rejection(callApi(getCommonConfig, {}))).message).toBe('数据格式有误，请稍后再试')
  })
})

describe('an invalid login', () => {
  beforeEach(() => answer(ErrorCode.LOGIN_TOKEN_INVALID))

  test('on a closed page is forgotten, told and left', async () => {
    const error = await rejection(callApi(getCommonConfig, {}))
    expect(events).toEqual(['track default true', 'lose login', 'show 消息 2017', 'go to login', 'end'])
    expect(error).toMatchObject({ code: 2017, isShown: true })
  })

  test('on an open page is forgotten and told, and the user stays', async () => {
    path = '/pages/Home/user'
    await rejection(callApi(getCommonConfig, {}))
    expect(events).toEqual(['track default true', 'lose login', 'show 消息 2017', 'end'])
  })

  test('of a visitor is not told', async () => {
    caller = { token: '', userId: null, channel: 'h5' }
    await rejection(callApi(getCommonConfig, {}))
    expect(events).not.toContain('show 消息 2017')
    expect(events).toContain('go to login')
  })

  test('about a token that is not in use any more changes nothing', async () => {
    respond = () => {
      caller = { token: 'newer', userId: 8, channel: 'h5' }
      return Promise.resolve({ status: 200, body: { code: 2017, msg: '失效', data: null, ts: 1 } })
    }
    await rejection(callApi(getCommonConfig, {}))
    expect(events).toEqual(['track default true', 'end'])
  })

  test('of a quiet call changes nothing', async () => {
    const input = {} as Parameters<typeof callApi<typeof getGoodPrice>>[1]
    await rejection(callApi(getGoodPrice, input))
    expect(events).toEqual([])
  })
})

describe('when the account changes while a call is under way', () => {
  const changeWhile = (body: unknown) => {
    respond = () => {
      caller = { token: 'newer', userId: 8, channel: 'h5' }
      return Promise.resolve({ status: 200, body })
    }
  }

  test.each([
    [200, CONFIG],
    [1025, null],
    [1010, null],
    [1057, null],
  ])('an answer %i reaches nobody, and nobody is told', async (code, data) => {
    changeWhile({ code, msg: '消息', data, ts: 1 })
    const error = await rejection(callApi(getCommonConfig, {}))
    expect(error).toMatchObject({ isShown: true, isTransport: false })
    expect(error.code).toBeUndefined()
    expect(events).toEqual(['track default true', 'end'])
  })

  test('the call had gone out as the account that made it', async () => {
    changeWhile({ code: 200, msg: '', data: CONFIG, ts: 1 })
    await rejection(callApi(getCommonConfig, {}))
    expect(requests[0]?.headers).toMatchObject({ token: 'abc', userId: '7' })
  })
})

describe('as a saved account', () => {
  const as = { token: 'saved', userId: 9 }

  test('a call carries that account’s token and user, and no others', async () => {
    await callApi(getCommonConfig, {}, { as })
    expect(requests[0]?.headers).toMatchObject({ token: 'saved', userId: '9', channel: 'h5' })
  })

  test('a dead token takes nothing from the account in use', async () => {
    answer(ErrorCode.LOGIN_TOKEN_INVALID)
    const error = await rejection(callApi(getCommonConfig, {}, { as }))
    expect(error).toMatchObject({ code: 2017, isShown: true })
    expect(events).toEqual(['track default true', 'end'])
    expect(caller.token).toBe('abc')
  })
})

describe('without an envelope', () => {
  test('a path that does not exist shows Not Found', async () => {
    respond = () => Promise.resolve({ status: 404, body: 'nothing here' })
    expect(await rejection(callApi(getCommonConfig, {}))).toMatchObject({ message: 'Not Found', isShown: true })
    expect(events).toContain('show Not Found')
  })

  test.each([
    [502, '<html>', '服务暂时不可用，请稍后再试'],
    [413, '', '提交的内容过大'],
    [429, null, '操作太频繁，请稍后再试'],
    [200, { code: 4711 }, '服务暂时不可用，请稍后再试'],
  ])('status %i with %o is told in words', async (status, body, message) => {
    respond = () => Promise.resolve({ status, body })
    expect(await rejection(callApi(getCommonConfig, {}))).toMatchObject({ message, isShown: false, isTransport: false })
  })

  test.each([
    ['timeout', '请求超时，请稍后再试'],
    ['network', '网络连接失败，请检查网络后重试'],
  ] as const)('a %s is told in words', async (failure, message) => {
    respond = () => Promise.reject(new TransportError(failure))
    expect(await rejection(callApi(getCommonConfig, {}))).toMatchObject({ message, isTransport: true })
  })
})

describe('the indicator', () => {
  test('shows the words of the call', async () => {
    answer(ErrorCode.SHOW_ERROR_TIP)
    await rejection(callApi(login, {}))
    expect(events).toEqual(['track 登录中 true', 'end'])
  })

  test('is left to a page that shows a skeleton, and ends also when the call fails', async () => {
    respond = () => Promise.reject(new TransportError('network'))
    await rejection(callApi(getCommonConfig, {}, { hasIndicator: false }))
    expect(events).toEqual(['track default false', 'end'])
  })
})
