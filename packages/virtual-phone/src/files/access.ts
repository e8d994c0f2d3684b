import type { FileErrorCode } from './errors.ts'

/** User of a file operation; Android's own services run as root. */
export type PhoneUser = 'root' | 'shell'

/** `search` is needed to look at a file, `list` to read a folder's names. */
export type Need = 'search' | 'list' | 'read' | 'write'

/** File systems that are not mounted read-only. */
const WRITABLE = /^\/(?:acct|cache|data|dev|mnt|storage)(?:\/|$)/
const SHELL_WRITABLE = /^\/(?:data\/local\/tmp|data\/media\/0|dev)(?:\/|$)/
/** Closed to other users below their own folder; added certificates are read by every app. */
const PRIVATE = /^\/data\/(?:data\/[^/]+|user\/[^/]+\/[^/]+|misc\/(?!user\/)[^/]+|misc_ce|system)\//
/** May be passed through, but not listed. */
const UNLISTED =
  /^\/data(?:\/(?:app|data(?:\/.*)?|local|misc(?:\/(?!user\/0\/cacerts-added).*)?|misc_ce(?:\/.*)?|system(?:\/.*)?|user(?:\/.*)?))?$/

/** Refusal for a path without links, or null. */
export function refusalOf(user: PhoneUser, path: string, need: Need): FileErrorCode | null {
  if (need === 'write' && !WRITABLE.test(path)) return 'EROFS'
  if (user === 'root') return null
  if (PRIVATE.test(path)) return 'EACCES'
  if (need === 'list' && UNLISTED.test(path)) return 'EACCES'
  return need === 'write' && !SHELL_WRITABLE.test(path) ? 'EACCES' : null
}
