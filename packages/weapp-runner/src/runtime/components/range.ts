import { type BuiltIn, createChild, flag, type Host, listen, number, text } from './built-in.ts'

const tracks = new WeakMap<Host, HTMLInputElement>()

function draw(host: Host): void {
  const track = tracks.get(host)
  if (!track) return
  track.min = String(host.get('min'))
  track.max = String(host.get('max'))
  track.step = String(host.get('step'))
  track.disabled = host.get('disabled')
  track.value = String(host.get('value'))
}

export const slider: BuiltIn = {
  properties: { value: number(), min: number(), max: number(100), step: number(1), disabled: flag(), name: text() },
  changed: draw,
  attached(host) {
    const track = createChild(host.element, 'input', 'ua-control')
    track.type = 'range'
    tracks.set(host, track)
    draw(host)
    listen(track, 'input', () => host.emit('changing', { value: Number(track.value) }))
    listen(track, 'change', () => {
      host.set('value', Number(track.value))
      host.emit('change', { value: Number(track.value) })
    })
  },
}

const bars = new WeakMap<Host, HTMLElement>()

function drawProgress(host: Host): void {
  const bar = bars.get(host)
  if (!bar) return
  bar.style.width = `${Math.min(100, Math.max(0, host.get<number>('percent')))}%`
  bar.style.height = `${host.get<number>('strokeWidth')}px`
  bar.style.background = host.get<string>('activeColor')
}

export const progress: BuiltIn = {
  properties: { percent: number(), strokeWidth: number(6), activeColor: text('#09bb07') },
  changed: drawProgress,
  attached(host) {
    bars.set(host, createChild(host.element, 'span', 'ua-control'))
    drawProgress(host)
  },
}
