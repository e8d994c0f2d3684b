import { pages, pathOf } from '@yunji/contract/pages'
import type { ClientType, TerminalType } from '@yunji/contract/wire/request'

/** Client values outside the known list are stored as this, so that nobody can grow our tables. */
export const OTHER = 'other'

export const knownClients: readonly ClientType[] = ['applet', 'h5']
export const knownTerminals: readonly TerminalType[] = ['IOS', 'mac', 'android', 'Win', 'other', 'pad', 'ipad']
export const knownPages: readonly string[] = ['/', ...pages.map(({ route }) => pathOf(route))]
/** Also evaluated by PostgreSQL. */
export const VERSION_PATTERN = '^[0-9]{1,3}([.][0-9]{1,3}){1,3}$'

const oneOf = (known: readonly string[]) => {
  const names = new Set(known)
  return (text: string): string => (names.has(text) ? text : OTHER)
}

const versionExpression = new RegExp(VERSION_PATTERN)

export const clientOf = oneOf(knownClients)
export const terminalOf = oneOf(knownTerminals)
export const knownPageOf = oneOf(knownPages)
export const versionOf = (text: string): string => (versionExpression.test(text) ? text : OTHER)
