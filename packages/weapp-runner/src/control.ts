import type { PackedApp } from './package-format.ts'

/** WeChat's `onLaunch` options. */
export interface LaunchOptions {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly scene: number
}

export interface BootOptions {
  readonly scene: number
  /** First code of `wx.login`; each later call gets another. */
  readonly loginCode: string
  /** Base URL of the package's files. */
  readonly packageUrl: string
  /** Replaces the origin of every request; unset, requests go where the build says. */
  readonly requestOrigin?: string
  /** Stands in for WeChat's payment server; without it, `wx.requestPayment` is not implemented. */
  readonly cashierUrl?: string
}

export interface Boot {
  readonly app: PackedApp
  readonly templates: Readonly<Record<string, unknown>>
  readonly options: BootOptions
}

export interface Report {
  readonly level: 'error' | 'warning'
  readonly message: string
}

export interface PageState {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly title: string
  readonly isReady: boolean
}

export interface ApiCall {
  readonly name: string
  readonly arguments: readonly unknown[]
}

/** Data that the program has sent to its view since it started. */
export interface ViewTraffic {
  /** Calls of `setData`. */
  readonly calls: number
  /** As JSON in UTF-8. */
  readonly bytes: number
}

export type NavigationKind = 'navigateTo' | 'redirectTo' | 'reLaunch' | 'switchTab' | 'navigateBack'

/** Interface for the test process; arguments and results are JSON. */
export interface RunnerControl {
  pages(): readonly PageState[]
  calls(name: string): readonly ApiCall[]
  /** A field of the program's `App` object. */
  appField(name: string): unknown
  pendingRequestCount(): number
  viewTraffic(): ViewTraffic
  navigate(kind: NavigationKind, url: string): Promise<void>
  /** Delays navigations until they are released; others are refused meanwhile. */
  holdNavigations(): void
  releaseNavigations(): void
  /** Fixes what an interface answers that a browser cannot have, such as a payment. */
  answer(name: string, result: Readonly<Record<string, unknown>>): void
  forgetAnswer(name: string): void
  /** Fires an event of the phone, such as `networkStatusChange`. */
  emit(event: string, data: unknown): void
  enterBackground(): void
  enterForeground(): void
  readStorage(): Readonly<Record<string, unknown>>
  writeStorage(key: string, value: unknown): void
  clearStorage(): void
  /** Puts a file where the program finds it, as if it had been chosen. */
  putFile(path: string, base64: string): void
}

/** Parameter of the host page: the page to start on, with its query; the program's entry page when absent. */
export const LAUNCH_PARAMETER = 'launch'

/**
 * Event by which a test presses long. The runtime does not measure how long a finger stays: on a busy machine every tap
 * might take that long.
 */
export const LONG_PRESS_EVENT = 'weapplongpress'

/** Names under which the two sides find each other on the browser's global object. */
export const BOOT_GLOBAL = '__weappBoot'
export const CONTROL_GLOBAL = '__weappControl'
export const REPORT_GLOBAL = '__weappReport'

/** Before the program's own keys in the browser's storage. */
export const STORAGE_PREFIX = 'weapp:'
