import type { ClientType, TerminalType } from '@yunji/contract/wire/headers'

/** What stays the same while the client runs. */
export interface ClientFacts {
  readonly clientType: ClientType
  /** Before every call's path; empty for the page's own origin. */
  readonly apiBase: string
  readonly terminalType: TerminalType
  /** Something around the page shows its title and a way back already. */
  readonly hasOuterTitleBar: boolean
}
