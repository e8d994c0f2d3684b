import { type BuiltIn, createChild, text } from './built-in.ts'

/** Only the two-dimensional kind, drawn on through the node that a selector query gives. */
export const canvas: BuiltIn = {
  properties: { type: text() },
  attached(host) {
    createChild(host.element, 'canvas', 'ua-control')
    if (host.get('type') !== '2d') host.services.recorder.error('<canvas>', 'only type="2d" exists in the runner')
  },
}
