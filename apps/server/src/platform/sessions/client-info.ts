import type { IncomingHttpHeaders } from 'node:http'
import { header } from '@yunji/contract/wire/request'
import { browserOf } from './browser.ts'

/** Client of a login as it describes itself: shown to the user, never trusted. */
export interface ClientInfo {
  readonly terminalType: string
  readonly clientType: string
  readonly deviceName: string
  /** `Windows · Chrome`; empty without a browser. */
  readonly browser: string
  readonly address: string
}

interface PhoneNames {
  readonly brand?: string | undefined
  readonly deviceModel?: string | undefined
}

const LONGEST = 64

const headerText = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value.slice(0, LONGEST) : ''
}

export const clientInfoOf = (
  { headers, address }: { headers: IncomingHttpHeaders; address: string },
  { brand = '', deviceModel = '' }: PhoneNames,
): ClientInfo => ({
  terminalType: headerText(headers, header.terminalType),
  clientType: headerText(headers, header.clientType),
  deviceName: [brand, deviceModel].filter(Boolean).join(' '),
  browser: browserOf(headers['user-agent'] ?? ''),
  address: address.slice(0, LONGEST),
})
