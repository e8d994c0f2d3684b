import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAnyAt } from '../../../platform/host-addresses.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../platform/private-files.ts'
import { type PhoneAddress, SupplierError } from '../../../platform/supplier.ts'
import type { PhoneFarm } from './farm.ts'

export interface ListedPhone extends PhoneAddress {
  readonly zoneCode: string
}

const ENTRY = /^(?<zoneCode>[^=\s]+)=(?<host>[^:\s]+|\[[0-9a-f:]+\]):(?<port>\d{1,5})$/i

/** Parses `YUNJI_PHONES`: `zone=host:port,zone=host:port`. */
export function parseListedPhones(text: string): ListedPhone[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const { zoneCode = '', host = '', port = '' } = ENTRY.exec(entry)?.groups ?? {}
      if (zoneCode === '' || Number(port) < 1 || Number(port) > 65_535) {
        throw new Error(`YUNJI_PHONES lists phones as zone=host:port, not "${entry}"`)
      }
      return { zoneCode, host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
    })
}

/** Addresses of the phones that no device has. */
export async function listFreePhones(phones: readonly ListedPhone[], file: string): Promise<string[]> {
  const claims = await readClaims(file)
  return phones.map(nameOf).filter((address) => claims[address] === undefined)
}

/** Phone id by address. */
type Claims = Record<string, string>

/**
 * Fixed list of attached phones. A claim is written to a file before it is returned, so it survives a restart; only one
 * server process may use a list.
 */
export function createListedPhones(phones: readonly ListedPhone[], file: string): PhoneFarm {
  let lastChange: Promise<unknown> = Promise.resolve()
  const runExclusive = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = lastChange.then(work)
    lastChange = result.catch(() => {})
    return result
  }
  const holderOf = (claims: Claims, phone: PhoneAddress) => claims[nameOf(phone)]
  const findClaimed = (claims: Claims, phoneId: string) => phones.find((phone) => holderOf(claims, phone) === phoneId)

  return {
    provision: ({ phoneId, zoneCode }) =>
      runExclusive(async () => {
        const claims = await readClaims(file)
        const own = findClaimed(claims, phoneId)
        if (own) return own
        const free = phones.find((phone) => phone.zoneCode === zoneCode && holderOf(claims, phone) === undefined)
        if (!free) throw new SupplierError('noStock', `no listed phone is free in ${zoneCode}`)
        await writeClaims(file, { ...claims, [nameOf(free)]: phoneId })
        return free
      }),

    find: async (phoneId) => findClaimed(await readClaims(file), phoneId) ?? null,

    resize: () =>
      Promise.reject(new SupplierError('unsupported', 'a phone that stands somewhere is as large as it is')),

    findFixed: async (phoneIds) => new Set(phoneIds),

    async remove(phoneId, erase) {
      const phone = findClaimed(await readClaims(file), phoneId)
      if (!phone) return
      // Still claimed, so that nobody gets it before it is empty.
      await erase()
      await runExclusive(async () => {
        const { [nameOf(phone)]: _released, ...others } = await readClaims(file)
        await writeClaims(file, others)
      })
    },

    ownsAddress: (address) => isAnyAt(phones, address),
  }
}

const nameOf = ({ host, port }: PhoneAddress): string => `${host}:${port}`

async function readClaims(file: string): Promise<Claims> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

async function writeClaims(file: string, claims: Claims): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  await writeFile(`${file}.new`, JSON.stringify(claims, null, 2), { flush: true, mode: PRIVATE_FILE })
  await rename(`${file}.new`, file)
}
