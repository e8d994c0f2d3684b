import { type BuiltIn, createChild, type Host, listen, text } from './built-in.ts'

const frames = new WeakMap<Host, HTMLIFrameElement>()

function show(host: Host): void {
  const frame = frames.get(host)
  const source = host.get<string>('src')
  if (!frame || source === '') return
  if (/^https?:\/\//.test(source)) frame.src = source
  else host.services.recorder.error('<web-view>', `${source} is not an address of the network`)
}

export const webView: BuiltIn = {
  properties: { src: text() },
  changed: show,
  attached(host) {
    const frame = createChild(host.element, 'iframe', 'ua-control')
    frames.set(host, frame)
    listen(frame, 'load', () => host.emit('load', { src: host.get('src') }))
    show(host)
  },
}
