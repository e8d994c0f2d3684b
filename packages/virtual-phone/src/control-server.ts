import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  type PhoneConfigInput,
  parseFault,
  parsePhoneConfig,
  parsePower,
  parseState,
  RequestError,
} from './control-requests.ts'
import type { PhoneFault, PhoneState } from './fault.ts'

const MAX_BODY_BYTES = 64 * 1024
const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

export interface PhoneAddress {
  id: string
  host: string
  port: number
  /** False: switched off; the address is that of its next start, unless another process takes the port. */
  isOn: boolean
}

export interface ControlledPhones {
  readonly secret: string
  list(): readonly PhoneAddress[]
  put(id: string, input: PhoneConfigInput): Promise<PhoneAddress>
  /** False when there is no such phone; `setFault`, `setState` and `setPower` likewise. */
  delete(id: string): Promise<boolean>
  setFault(id: string, fault: PhoneFault): Promise<boolean>
  setState(id: string, state: PhoneState): Promise<boolean>
  setPower(id: string, isOn: boolean): Promise<boolean>
}

interface Answer {
  status: number
  body: unknown
}

/** Control API: create, list, switch, break and erase phones, with the secret as bearer token. */
export function createControlServer(phones: ControlledPhones): Server {
  return createServer((request, response) => {
    void answer(phones, request)
      .catch((error: unknown): Answer => {
        if (error instanceof RequestError) return { status: error.status, body: { error: error.message } }
        return { status: 500, body: { error: error instanceof Error ? error.message : 'failed' } }
      })
      .then((result) => reply(response, result))
  })
}

async function answer(phones: ControlledPhones, request: IncomingMessage): Promise<Answer> {
  if (!isAllowed(phones.secret, request.headers.authorization)) throw new RequestError(401, 'The secret is missing.')
  const [, id, action] = /^\/phones(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(request.url ?? '') ?? [null, null]
  if (id === null) throw new RequestError(404, 'There is nothing here.')
  if (id !== undefined && !ID_PATTERN.test(id)) throw new RequestError(400, 'Not a name of a phone.')
  const route = `${request.method} ${id === undefined ? 'all' : 'one'}${action === undefined ? '' : `/${action}`}`
  switch (route) {
    case 'GET all':
      return { status: 200, body: phones.list() }
    case 'PUT one':
      return { status: 200, body: await phones.put(id ?? '', parsePhoneConfig(await readBody(request))) }
    case 'DELETE one':
      return (await phones.delete(id ?? '')) ? { status: 200, body: {} } : notThere()
    case 'POST one/fault': {
      const fault = parseFault(await readBody(request))
      return (await phones.setFault(id ?? '', fault)) ? { status: 200, body: {} } : notThere()
    }
    case 'POST one/state': {
      const state = parseState(await readBody(request))
      return (await phones.setState(id ?? '', state)) ? { status: 200, body: {} } : notThere()
    }
    case 'POST one/power': {
      const isOn = parsePower(await readBody(request))
      return (await phones.setPower(id ?? '', isOn)) ? { status: 200, body: {} } : notThere()
    }
    default:
      throw new RequestError(404, 'There is nothing here.')
  }
}

const notThere = (): Answer => ({ status: 404, body: { error: 'There is no such phone.' } })

/** Compares hashes in constant time. */
function isAllowed(secret: string, header = ''): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(`Bearer ${secret}`), digest(header))
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let total = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > MAX_BODY_BYTES) throw new RequestError(413, 'Too long.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new RequestError(400, 'Not JSON.')
  }
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
