import type { ClientType, TerminalType } from '@yunji/contract/wire/request'

/** Constants of the running client. */
export interface ClientFacts {
  readonly clientType: ClientType
  /** Before every call's path; empty for the page's own origin. */
  readonly apiBase: string
  /** `1.2.3`: sent with every request and usage log. */
  readonly appVersion: string
  readonly terminalType: TerminalType
  /** WeChat's embedded browser. Its mini-program is not. */
  readonly isWechatBrowser: boolean
  /** The host shows title and back button itself. */
  readonly hasOuterTitleBar: boolean
}
