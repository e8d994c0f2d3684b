import type { PhoneScreen, ScreenHost } from '../screen/types.ts'
import type { LogOutput } from './log.ts'

/** One connection to the computer: an ADB stream. */
export interface PhoneSocket {
  /** In order; resolves once the other end has taken the bytes, rejects when it is closed. */
  write(bytes: Uint8Array): Promise<void>
  onData(listener: (chunk: Uint8Array) => void): void
  /** Each listener is called once, also when the socket is closed already. */
  onClose(listener: () => void): void
  close(): void
}

/** The phone, as scrcpy's server uses it. */
export interface ScrcpyContext extends LogOutput {
  /** `ro.product.model`, sent as the device's name. */
  model: string
  androidVersion: string
  screen: PhoneScreen
  host: Pick<ScreenHost, 'getClipboard' | 'setClipboard' | 'listApps' | 'onChange'>
  /** Encoder of a phone that takes no profile. */
  refusesProfile: boolean
  /** False when a binder service is away. */
  hasService(name: string): boolean
  /** Listens on `localabstract:<name>`; the returned function stops it. Throws when the name is taken. */
  listen(name: string, onConnection: (socket: PhoneSocket) => void): () => void
  /** Reaches the computer through `reverse:forward:localabstract:<name>`; rejects when there is no such tunnel. */
  connectReverse(name: string): Promise<PhoneSocket>
}

export interface ScrcpyRun {
  /** Exit code of the server's process. */
  readonly done: Promise<number>
  stop(): void
}
