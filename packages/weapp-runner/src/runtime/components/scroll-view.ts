import { type BuiltIn, flag, type Host, listen, number, text } from './built-in.ts'
import { attachRefresher, followRefresher, refresherProperties } from './refresher.ts'

interface Position {
  left: number
  top: number
}

const positions = new WeakMap<Host, Position>()

function reflect(host: Host): void {
  const style = host.element.style
  style.setProperty('--overflow-x', host.get('scrollX') ? 'auto' : 'hidden')
  style.setProperty('--overflow-y', host.get('scrollY') ? 'auto' : 'hidden')
  host.element.toggleAttribute('flex', host.get('enableFlex'))
}

const placed = new WeakMap<Host, Map<string, unknown>>()

/** Setting the same position again does nothing, as in WeChat. */
function isNewPlace(host: Host, property: string): boolean {
  const places = placed.get(host) ?? new Map<string, unknown>()
  const place = host.get(property)
  const isNew = places.get(property) !== place
  placed.set(host, places.set(property, place))
  return isNew
}

function scrollTo(host: Host, property: string): void {
  if (!isNewPlace(host, property)) return
  const behavior = host.get('scrollWithAnimation') ? 'smooth' : 'instant'
  if (property === 'scrollTop') host.element.scrollTo({ top: host.get('scrollTop'), behavior })
  if (property === 'scrollLeft') host.element.scrollTo({ left: host.get('scrollLeft'), behavior })
  const target = host.get<string>('scrollIntoView')
  if (property === 'scrollIntoView' && target !== '') {
    host.element.querySelector(`#${CSS.escape(target)}`)?.scrollIntoView({ behavior, block: 'start' })
  }
}

function announce(host: Host): void {
  const { element } = host
  const before = positions.get(host) ?? { left: 0, top: 0 }
  const now = { left: element.scrollLeft, top: element.scrollTop }
  positions.set(host, now)
  host.emit('scroll', {
    scrollLeft: now.left,
    scrollTop: now.top,
    scrollHeight: element.scrollHeight,
    scrollWidth: element.scrollWidth,
    deltaX: before.left - now.left,
    deltaY: before.top - now.top,
  })
  const upper = host.get<number>('upperThreshold')
  const lower = host.get<number>('lowerThreshold')
  const endOf = ({ top }: Position) => element.scrollHeight - element.clientHeight - top
  if (now.top <= upper && before.top > upper) host.emit('scrolltoupper', { direction: 'top' })
  if (endOf(now) <= lower && endOf(before) > lower) host.emit('scrolltolower', { direction: 'bottom' })
}

export const scrollView: BuiltIn = {
  properties: {
    scrollX: flag(),
    scrollY: flag(),
    scrollTop: number(),
    scrollLeft: number(),
    scrollIntoView: text(),
    scrollWithAnimation: flag(),
    upperThreshold: number(50),
    lowerThreshold: number(50),
    enableFlex: flag(),
    ...refresherProperties,
  },
  changed(host, property) {
    reflect(host)
    scrollTo(host, property)
    followRefresher(host, property)
  },
  attached(host) {
    reflect(host)
    for (const property of ['scrollTop', 'scrollLeft', 'scrollIntoView']) scrollTo(host, property)
    listen(host.element, 'scroll', () => announce(host))
    attachRefresher(host)
  },
}
