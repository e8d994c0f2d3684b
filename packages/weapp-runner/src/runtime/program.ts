import type { LaunchOptions } from '../control.ts'
import type { Router } from './page/router.ts'
import { parsePageUrl } from './page/url.ts'
import type { Recorder } from './recorder.ts'
import type { PhoneEvents } from './wx/phone-events.ts'

type Lifecycle = 'onLaunch' | 'onShow' | 'onHide' | 'onError' | 'onPageNotFound' | 'onUnhandledRejection'

/** The `App` instance and its life. */
export class Program {
  private instance: Record<string, unknown> = {}
  private readonly router: Router
  private readonly recorder: Recorder
  private readonly events: PhoneEvents
  readonly launch: LaunchOptions

  constructor(router: Router, launch: LaunchOptions, recorder: Recorder, events: PhoneEvents) {
    this.router = router
    this.launch = launch
    this.recorder = recorder
    this.events = events
    recorder.onError((message) => {
      this.call('onError', message)
      events.emit('Error', { message })
    })
  }

  register(definition: Record<string, unknown>): void {
    this.instance = definition
  }

  get object(): Record<string, unknown> {
    return this.instance
  }

  start(): void {
    this.call('onLaunch', { ...this.launch, referrerInfo: {} })
    this.enterForeground()
    if (this.router.isKnown(this.launch.path)) this.router.navigate('reLaunch', launchUrl(this.launch))
    else this.reportPageNotFound()
  }

  enterForeground(): void {
    this.call('onShow', { ...this.launch, referrerInfo: {} })
    this.events.emit('AppShow', { ...this.launch, referrerInfo: {} })
    this.router.top?.show()
  }

  enterBackground(): void {
    this.router.top?.hide()
    this.call('onHide')
    this.events.emit('AppHide', undefined)
  }

  call(lifecycle: Lifecycle, ...args: readonly unknown[]): void {
    const handler = this.instance[lifecycle]
    if (typeof handler !== 'function') return
    try {
      handler.apply(this.instance, args)
    } catch (error) {
      // A handler of errors that fails itself would call itself for ever.
      if (lifecycle !== 'onError') this.recorder.error(`App ${lifecycle}`, error)
    }
  }

  private reportPageNotFound(): void {
    const { path, query } = this.launch
    const details = { path, query, isEntryPage: true }
    this.call('onPageNotFound', details)
    this.events.emit('PageNotFound', details)
    if (typeof this.instance.onPageNotFound !== 'function') {
      this.recorder.error('launch', `page "${path}" is not found`)
    }
  }
}

const launchUrl = ({ path, query }: LaunchOptions): string => {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${value}`)
  return `/${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

export const launchOptions = (url: string, scene: number): LaunchOptions => ({ ...parsePageUrl(url, ''), scene })
