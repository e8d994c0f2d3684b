import { type BuiltIn, createChild, flag, type Host, number, text } from './built-in.ts'

/** Share of the swiper's own length that a finger must travel to turn it. */
const TURN_SHARE = 0.25

interface SwiperState {
  timer?: number
  readonly dots: HTMLElement
}

const states = new WeakMap<Host, SwiperState>()

const itemsOf = (host: Host): HTMLElement[] =>
  [...host.element.children].filter((child): child is HTMLElement => child.localName === 'wx-swiper-item')

function layOut(host: Host): void {
  const state = states.get(host)
  if (!state) return
  const items = itemsOf(host)
  const current = host.get<number>('current')
  const axis = host.get('vertical') ? 'Y' : 'X'
  items.forEach((item, index) => {
    item.style.transform = `translate${axis}(${(index - current) * 100}%)`
  })
  state.dots.hidden = !host.get('indicatorDots')
  state.dots.replaceChildren(...items.map((_item, index) => dot(index === current)))
}

function dot(isCurrent: boolean): HTMLElement {
  const element = document.createElement('i')
  element.toggleAttribute('current', isCurrent)
  return element
}

function turn(host: Host, steps: number, source: 'touch' | 'autoplay'): void {
  const count = itemsOf(host).length
  const wanted = host.get<number>('current') + steps
  const current = host.get('circular') ? (wanted + count) % count : Math.min(count - 1, Math.max(0, wanted))
  if (count === 0 || current === host.get('current')) return
  host.set('current', current)
  host.emit('change', { current, source })
  host.emit('animationfinish', { current, source })
}

function play(host: Host, state: SwiperState): void {
  clearInterval(state.timer)
  if (host.get('autoplay')) state.timer = window.setInterval(() => turn(host, 1, 'autoplay'), host.get('interval'))
}

function followFinger(host: Host): void {
  let start: Touch | undefined
  host.element.addEventListener('touchstart', (event) => {
    start = event.touches[0]
  })
  host.element.addEventListener('touchend', (event) => {
    const end = event.changedTouches[0]
    if (!start || !end) return
    const isVertical = host.get<boolean>('vertical')
    const travelled = isVertical ? start.clientY - end.clientY : start.clientX - end.clientX
    const length = isVertical ? host.element.clientHeight : host.element.clientWidth
    if (Math.abs(travelled) > length * TURN_SHARE) turn(host, Math.sign(travelled), 'touch')
  })
}

export const swiper: BuiltIn = {
  properties: {
    current: number(),
    vertical: flag(),
    circular: flag(),
    autoplay: flag(),
    interval: number(5000),
    indicatorDots: flag(),
    indicatorColor: text('rgba(0, 0, 0, .3)'),
    indicatorActiveColor: text('#000000'),
  },
  changed(host, property) {
    const state = states.get(host)
    if (state && (property === 'autoplay' || property === 'interval')) play(host, state)
    layOut(host)
  },
  attached(host) {
    const dots = createChild(host.element, 'div', 'ua-dots')
    dots.style.setProperty('--dot', host.get('indicatorColor'))
    dots.style.setProperty('--dot-current', host.get('indicatorActiveColor'))
    const state: SwiperState = { dots }
    states.set(host, state)
    new MutationObserver(() => layOut(host)).observe(host.element, { childList: true })
    followFinger(host)
    play(host, state)
    layOut(host)
  },
  detached: (host) => clearInterval(states.get(host)?.timer),
}

export const swiperItem: BuiltIn = { properties: { itemId: text() } }
