import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** True when a `Host` header names this server. */
export type IsAllowedHost = (host: string | undefined) => boolean

/**
 * Checks `Host` against the names of this server, so that a foreign name that resolves here (DNS rebinding) reads
 * nothing. An IP address cannot be rebound, and is used by phones of a LAN and health checks.
 */
export const createHostCheck = (names: readonly string[]): IsAllowedHost => {
  const own = new Set(['localhost', ...names.map((name) => nameOf(name) ?? name)])
  return (host) => {
    const name = host === undefined ? undefined : nameOf(host)
    if (name === undefined) return false
    return own.has(name) || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0
  }
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+?)\.?(?::\d{1,5})?$/i

const nameOf = (host: string): string | undefined => HOST.exec(host)?.[1]?.toLowerCase()

/** Proxies and servers disagree about which of two is valid. */
export const hasTwoHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
