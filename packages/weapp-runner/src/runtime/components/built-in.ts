import type { NavigationKind } from '../../control.ts'
import type { Recorder } from '../recorder.ts'

/** A property of a built-in. Frameworks set undefined where they have nothing to say: then it has its own value. */
export interface Property {
  readonly value: unknown
  coerce(given: unknown): unknown
}

/** The runtime as built-in components see it. */
export interface BuiltInServices {
  readonly recorder: Recorder
  /** Address of a file of the package, or the address itself when it is one of the network. */
  resourceUrl(source: string): string
  navigate(kind: NavigationKind, url: string): void
  /** A button that asks the phone for something (`open-type`). */
  openCapability(openType: string): Promise<{ readonly event: string; readonly detail: unknown } | undefined>
}

/** One built-in element that stands in a page. */
export interface Host {
  readonly element: HTMLElement
  get<T>(name: string): T
  set(name: string, value: unknown): void
  emit(type: string, detail: unknown): void
  onTap(listener: () => void): void
  /** Children assigned to a named slot. */
  slotted(slot: string): readonly HTMLElement[]
  readonly services: BuiltInServices
}

/** A built-in component of WeChat, told without the view engine. */
export interface BuiltIn {
  readonly properties?: Readonly<Record<string, Property>>
  attached?(host: Host): void
  /** A property got a new value after the element was attached. */
  changed?(host: Host, property: string): void
  detached?(host: Host): void
}

const isNothing = (given: unknown): boolean => given === undefined || given === null || given === ''

export const text = (value = ''): Property => ({
  value,
  coerce: (given) => (given === undefined || given === null ? value : String(given)),
})
export const number = (value = 0): Property => ({
  value,
  coerce: (given) => (isNothing(given) || Number.isNaN(Number(given)) ? value : Number(given)),
})
export const flag = (value = false): Property => ({ value, coerce: (given) => (isNothing(given) ? value : !!given) })
export const list = (): Property => ({ value: [], coerce: (given) => (Array.isArray(given) ? given : []) })
export const anything = (value: unknown = null): Property => ({ value, coerce: (given) => given ?? value })

const hosts = new WeakMap<Element, Host>()

export const rememberHost = (host: Host): void => {
  hosts.set(host.element, host)
}

export function hostOf(element: Element | null | undefined): Host | undefined {
  return element ? hosts.get(element) : undefined
}

/** Hosts of built-ins below an element, in document order. */
export const hostsIn = (element: Element, ...tags: readonly string[]): Host[] =>
  [...element.querySelectorAll(tags.map((tag) => `wx-${tag}`).join(','))]
    .map(hostOf)
    .filter((host): host is Host => host !== undefined)

/** Listens to a native event and keeps it from the program, which gets WeChat's own events only. */
export function listen<K extends keyof HTMLElementEventMap>(
  node: HTMLElement,
  type: K,
  listener: (event: HTMLElementEventMap[K]) => void,
): void {
  node.addEventListener(
    type,
    (event) => {
      event.stopImmediatePropagation()
      listener(event)
    },
    { capture: true },
  )
}

export function createChild<K extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  tag: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const child = document.createElement(tag)
  child.className = className
  parent.append(child)
  return child
}
