import { type BuiltIn, createChild, flag, type Host, hostOf, hostsIn, text } from './built-in.ts'
import { fieldValue, onLabelTap } from './form.ts'

const reflectChecked = (host: Host): void => {
  host.element.toggleAttribute('checked', host.get('checked'))
  host.element.toggleAttribute('disabled', host.get('disabled'))
}

const reflectColor = (host: Host): void => {
  if (host.get<string>('color') !== '') host.element.style.setProperty('--control-color', host.get('color'))
  reflectChecked(host)
}

/** A control with a mark before its content, toggled by a tap. */
const choice = (extra: BuiltIn['properties'], turn: (host: Host) => void): BuiltIn => ({
  properties: { checked: flag(), disabled: flag(), color: text(), name: text(), ...extra },
  changed: reflectColor,
  attached(host) {
    createChild(host.element, 'span', 'ua-control')
    reflectColor(host)
    host.onTap(() => turn(host))
    onLabelTap(host, () => turn(host))
  },
})

export const switchControl: BuiltIn = choice({ type: text('switch') }, (host) => {
  host.set('checked', !host.get('checked'))
  host.emit('change', { value: host.get('checked') })
})

export const checkbox: BuiltIn = choice({ value: text() }, (host) => {
  host.set('checked', !host.get('checked'))
  announce(host.element.closest('wx-checkbox-group'))
})

export const radio: BuiltIn = choice({ value: text() }, (host) => {
  if (host.get('checked')) return
  const group = host.element.closest('wx-radio-group')
  for (const other of group ? hostsIn(group, 'radio') : []) other.set('checked', false)
  host.set('checked', true)
  announce(group)
})

function announce(group: Element | null): void {
  const host = hostOf(group)
  host?.emit('change', { value: fieldValue(host) })
}

export const checkboxGroup: BuiltIn = { properties: { name: text() } }
export const radioGroup: BuiltIn = { properties: { name: text() } }
