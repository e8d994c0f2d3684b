import { type BuiltIn, createChild, type Host, listen, text } from './built-in.ts'

const pictures = new WeakMap<Host, HTMLImageElement>()

function show(host: Host): void {
  const picture = pictures.get(host)
  if (!picture) return
  host.element.dataset.mode = host.get('mode')
  const source = host.get<string>('src')
  if (source === '') picture.removeAttribute('src')
  else picture.src = host.services.resourceUrl(source)
}

export const image: BuiltIn = {
  properties: { src: text(), mode: text('scaleToFill') },
  changed: show,
  attached(host) {
    const picture = createChild(host.element, 'img', 'ua-control')
    pictures.set(host, picture)
    listen(picture, 'load', () => host.emit('load', { width: picture.naturalWidth, height: picture.naturalHeight }))
    listen(picture, 'error', () => {
      host.services.recorder.warning(`<image>: cannot load ${host.get<string>('src').slice(0, 200)}`)
      host.emit('error', { errMsg: `GET ${host.get('src')} failed` })
    })
    show(host)
  },
}
