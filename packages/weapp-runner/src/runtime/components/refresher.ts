import { flag, type Host, number, text } from './built-in.ts'

/** Properties of a scroll view's pull-down refresh. */
export const refresherProperties = {
  refresherEnabled: flag(),
  refresherThreshold: number(45),
  refresherDefaultStyle: text('black'),
  refresherBackground: text('#FFF'),
  refresherTriggered: flag(),
}

const SLOT = 'refresher'
/** Marks the view that the program puts in the slot; phone.css gives it the height that is pulled open. */
const MARK = 'ua-refresher'
const OPEN_HEIGHT = '--pulled'

interface Pull {
  startY: number | undefined
  distancePx: number
  isRefreshing: boolean
}

const pulls = new WeakMap<Host, Pull>()

function openTo(host: Host, pull: Pull, distancePx: number): void {
  pull.distancePx = distancePx
  for (const view of host.slotted(SLOT)) view.setAttribute(MARK, '')
  host.element.style.setProperty(OPEN_HEIGHT, `${distancePx}px`)
}

function startRefresh(host: Host, pull: Pull): void {
  const dy = pull.distancePx
  pull.isRefreshing = true
  openTo(host, pull, host.get('refresherThreshold'))
  host.emit('refresherrefresh', { dy })
}

function release(host: Host, pull: Pull): void {
  const isPulled = pull.startY !== undefined && pull.distancePx > 0
  pull.startY = undefined
  if (!isPulled || pull.isRefreshing) return
  if (pull.distancePx >= host.get<number>('refresherThreshold')) startRefresh(host, pull)
  else {
    openTo(host, pull, 0)
    host.emit('refresherabort', { dy: 0 })
  }
}

/** WeChat's refresher: follows a finger that pulls at the top, and stays open until the program says that it is done. */
export function attachRefresher(host: Host): void {
  const pull: Pull = { startY: undefined, distancePx: 0, isRefreshing: false }
  pulls.set(host, pull)
  openTo(host, pull, 0)
  const { element } = host
  element.addEventListener('touchstart', ({ touches }) => {
    const canPull = host.get<boolean>('refresherEnabled') && !pull.isRefreshing && element.scrollTop <= 0
    pull.startY = canPull ? touches[0]?.clientY : undefined
  })
  element.addEventListener('touchmove', ({ touches }) => {
    if (pull.startY === undefined) return
    const dy = Math.max((touches[0]?.clientY ?? pull.startY) - pull.startY, 0)
    if (dy === 0 && pull.distancePx === 0) return
    openTo(host, pull, dy)
    host.emit('refresherpulling', { dy })
  })
  for (const type of ['touchend', 'touchcancel']) element.addEventListener(type, () => release(host, pull))
}

/** A program opens and closes the refresher by its property. */
export function followRefresher(host: Host, property: string): void {
  const pull = pulls.get(host)
  if (!pull || property !== 'refresherTriggered') return
  const isTriggered = host.get<boolean>('refresherTriggered')
  if (isTriggered && !pull.isRefreshing) startRefresh(host, pull)
  if (isTriggered || !pull.isRefreshing) return
  pull.isRefreshing = false
  openTo(host, pull, 0)
  host.emit('refresherrestore', { dy: 0 })
}
