import { type BuiltIn, flag, type Host, number, text } from './built-in.ts'

interface PressTimes {
  readonly startMs: number
  readonly stayMs: number
}

/** Adds what WeChat calls hovering: a class that the element carries while a finger rests on it. */
export const pressable = (base: BuiltIn, { startMs, stayMs }: PressTimes): BuiltIn => ({
  ...base,
  properties: {
    ...base.properties,
    hoverClass: text('none'),
    hoverStartTime: number(startMs),
    hoverStayTime: number(stayMs),
    hoverStopPropagation: flag(),
  },
  attached(host) {
    base.attached?.(host)
    followPress(host)
  },
})

function followPress(host: Host): void {
  let timer: number | undefined
  const change = (isPressed: boolean, delayMs: number) => {
    const className = host.get<string>('hoverClass')
    clearTimeout(timer)
    if (className === 'none' || className === '') return
    timer = window.setTimeout(() => host.element.classList.toggle(className, isPressed), delayMs)
  }
  host.element.addEventListener('touchstart', (event) => {
    if (host.get('hoverStopPropagation')) event.stopPropagation()
    change(true, host.get('hoverStartTime'))
  })
  for (const type of ['touchend', 'touchcancel']) {
    host.element.addEventListener(type, () => change(false, host.get('hoverStayTime')))
  }
}
