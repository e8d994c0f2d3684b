import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { listenOnLoopback } from '../loopback.ts'
import type { createAlipayGateway } from './alipay-gateway.ts'
import { BILL_PATH, type CashierBills } from './bills.ts'
import type { CashierKeys } from './keys.ts'
import type { createWechatGateway } from './wechat-gateway.ts'

interface Gateways {
  readonly alipay: ReturnType<typeof createAlipayGateway>
  readonly wechat: ReturnType<typeof createWechatGateway>
  readonly bills: CashierBills
  readonly keys: () => Promise<CashierKeys>
}

const ALIPAY_PATH = servedRoutes.demoAlipay.path

/** HTTP stand-in for the servers of both providers. */
export const startCashierServer = async ({ alipay, wechat, bills, keys }: Gateways) => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    const { pathname, searchParams } = new URL(path, 'http://embedded')
    const body = await text(request)
    const origin = `http://${request.headers.host}`
    if (pathname === BILL_PATH) {
      const file = bills.take(searchParams.get('token') ?? '')
      response.writeHead(file ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(file)
      return
    }
    if (pathname === ALIPAY_PATH) {
      const fields = Object.fromEntries([...searchParams, ...new URLSearchParams(body)])
      response.setHeader('content-type', 'application/json')
      response.end(await alipay(fields, await keys(), origin))
      return
    }
    const { method = 'GET', headers } = request
    const question = { method, path, origin, body, authorization: headers.authorization ?? '' }
    const answer = await wechat(question, await keys(), servedRoutes.demoWechatPay.path)
    response.writeHead(answer.status, answer.headers)
    response.end(answer.body)
  }
  const server = await listenOnLoopback(
    createServer((request, response) => {
      // A malformed request gets 400 and does not end the process.
      serve(request, response).catch(() => response.writeHead(400).end())
    }),
  )
  return {
    ...server,
    alipayGateway: `${server.url}${ALIPAY_PATH}`,
    /** Path of the gateway's page on the public server. */
    forBrowser: (url: string): string => url.slice(server.url.length),
  }
}
