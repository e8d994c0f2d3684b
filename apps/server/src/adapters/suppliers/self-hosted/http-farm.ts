import { isAnyAt } from '../../../platform/host-addresses.ts'
import type { FarmAddress } from '../../../platform/supplier.ts'
import { type PhoneSize, type PhoneSpec, SupplierError, type SupplierErrorKind } from '../../../platform/supplier.ts'
import type { FoundPhone, PhoneFarm } from './farm.ts'

interface HttpFarmOptions {
  readonly control: (signal: AbortSignal) => Promise<FarmAddress>
  /** ADB public keys that the phones accept. */
  readonly authorisedKeys: readonly string[]
  readonly fetch?: typeof globalThis.fetch
}

const ANSWER_TIMEOUT_MS = 20_000

/** Farm that creates phones on demand and erases them on removal. */
export function createHttpFarm({ control, authorisedKeys, fetch = globalThis.fetch }: HttpFarmOptions): PhoneFarm {
  const request = async (method: string, path: string, signal: AbortSignal, body?: unknown): Promise<Response> => {
    try {
      const { url, secret } = await control(signal)
      return await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      })
    } catch (cause) {
      const kind = cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'unreachable'
      throw new SupplierError(kind, 'the farm does not answer', { cause })
    }
  }

  const list = async (signal: AbortSignal): Promise<readonly { readonly id?: unknown }[]> => {
    const phones = await readJson(await request('GET', '/phones', signal))
    if (!Array.isArray(phones)) throw notUnderstood()
    return phones
  }
  const find = async (phoneId: string, signal: AbortSignal): Promise<FoundPhone | null> => {
    const found = (await list(signal)).find((phone) => phone?.id === phoneId)
    return found ? readAddress(found) : null
  }

  /** `PUT` for a missing phone would create one. */
  const change = async (phoneId: string, config: object, signal: AbortSignal): Promise<void> => {
    if (!(await find(phoneId, signal))) throw new SupplierError('unknownPhone', `there is no phone ${phoneId}`)
    await readJson(await request('PUT', pathOf(phoneId), signal, config))
  }

  return {
    async provision({ phoneId, version, model, size, imageVersion }, signal) {
      const order = {
        authorisedKeys,
        androidVersion: androidVersionOf(version),
        ...(model && { model }),
        ...(size && bytesOf(size)),
        ...(imageVersion && { imageVersion }),
      }
      const response = await request('PUT', pathOf(phoneId), signal, order)
      return readAddress(await readJson(response))
    },

    find,

    async enableDebugging(phoneId, signal) {
      const response = await request('POST', `${pathOf(phoneId)}/state`, signal, { isDebuggingOn: true })
      if (response.status === 404) return false
      await readJson(response)
      return true
    },

    async setPower(phoneId, isOn, signal) {
      const response = await request('POST', `${pathOf(phoneId)}/power`, signal, { isOn })
      if (response.status === 404) throw new SupplierError('unknownPhone', `there is no phone ${phoneId}`)
      await readJson(response)
    },

    resize: (phoneId, size, signal) => change(phoneId, bytesOf(size), signal),
    setImage: (phoneId, imageVersion, signal) => change(phoneId, { imageVersion }, signal),

    async remove(phoneId, _erase, signal) {
      const response = await request('DELETE', pathOf(phoneId), signal)
      if (response.status !== 404) await readJson(response)
    },

    ownsAddress: async (address, signal) => isAnyAt((await list(signal)).map(readAddress), address),
  }
}

const pathOf = (phoneId: string): string => `/phones/${encodeURIComponent(phoneId)}`

/** Android version; the suffix names our build. */
const androidVersionOf = (version: PhoneSpec['version']): string => version.split('/')[0] ?? version

const GIBIBYTE = 1024 ** 3

const bytesOf = ({ memoryGb, storageGb }: PhoneSize) => ({
  memoryBytes: memoryGb * GIBIBYTE,
  storageBytes: storageGb * GIBIBYTE,
})

const ERRORS: Readonly<Record<number, SupplierErrorKind>> = { 401: 'unauthorised', 507: 'noSpace' }

async function readJson(response: Response): Promise<unknown> {
  if (response.ok) return response.json()
  const kind = ERRORS[response.status] ?? 'commandFailed'
  throw new SupplierError(kind, `the farm answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
}

function readAddress(value: unknown): FoundPhone {
  const { host, port, isOn } = (value ?? {}) as { host?: unknown; port?: unknown; isOn?: unknown }
  if (typeof host !== 'string' || typeof port !== 'number') throw notUnderstood()
  return { host, port, ...(isOn === false && { isOff: true }) }
}

const notUnderstood = () => new SupplierError('commandFailed', 'the farm answered something else')
