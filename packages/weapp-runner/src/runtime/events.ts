import type { glassEasel } from 'glass-easel-miniprogram-adapter'
import { toPlain } from './serialise.ts'

type ViewEvent = glassEasel.ShadowedEvent<unknown>

interface EventTarget {
  readonly id: string
  readonly dataset: unknown
  readonly offsetLeft: number
  readonly offsetTop: number
}

/** The event object that a handler of the mini-program receives: plain data, as after crossing from the view. */
interface MiniProgramEvent {
  readonly type: string
  readonly timeStamp: number
  readonly detail: unknown
  readonly target: EventTarget
  readonly currentTarget: EventTarget
  readonly mark: unknown
  readonly touches: readonly TouchPoint[]
  readonly changedTouches: readonly TouchPoint[]
}

interface TouchPoint {
  readonly identifier: number
  readonly pageX: number
  readonly pageY: number
  readonly clientX: number
  readonly clientY: number
  readonly force: number
}

/** Wraps every function of a definition, so that it gets the mini-program's events and not the view's. */
export const withPlainEvents = (definition: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(definition).map(([key, value]) => [
      key,
      typeof value === 'function' ? wrapHandler(value as Handler) : value,
    ]),
  )

type Handler = (...args: readonly unknown[]) => unknown

function wrapHandler(handler: Handler): Handler {
  return function handle(this: unknown, ...args: unknown[]): unknown {
    const [first, ...rest] = args
    return handler.apply(this, isViewEvent(first) ? [toMiniProgramEvent(first), ...rest] : args)
  }
}

const isViewEvent = (value: unknown): value is ViewEvent =>
  typeof value === 'object' && value !== null && typeof (value as Partial<ViewEvent>).getOriginalEvent === 'function'

function toMiniProgramEvent(event: ViewEvent): MiniProgramEvent {
  const original = event.getOriginalEvent()
  const touch = original instanceof TouchEvent ? original : undefined
  return {
    type: event.type,
    timeStamp: event.timeStamp,
    detail: event.type.startsWith('touch') ? {} : (toPlain(event.detail) ?? {}),
    target: targetOf(event.target),
    currentTarget: targetOf(event.currentTarget),
    mark: toPlain(event.mark) ?? {},
    touches: Array.from(touch?.touches ?? [], touchPoint),
    changedTouches: Array.from(touch?.changedTouches ?? [], touchPoint),
  }
}

const targetOf = (target: { readonly id: string; readonly dataset: unknown }): EventTarget => ({
  id: target.id,
  dataset: toPlain(target.dataset) ?? {},
  offsetLeft: 0,
  offsetTop: 0,
})

const touchPoint = (touch: Touch): TouchPoint => ({
  identifier: touch.identifier,
  pageX: touch.pageX,
  pageY: touch.pageY,
  clientX: touch.clientX,
  clientY: touch.clientY,
  force: touch.force,
})
