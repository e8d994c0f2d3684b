import { toBrowserUnits } from '../../css-values.ts'
import { type BuiltIn, createChild, flag, type Host, listen, number, text } from './built-in.ts'

const inputModes: Readonly<Record<string, string>> = {
  number: 'numeric',
  digit: 'decimal',
  idcard: 'text',
  'safe-password': 'text',
  nickname: 'text',
}

const properties = {
  value: text(),
  type: text('text'),
  password: flag(),
  placeholder: text(),
  placeholderStyle: text(),
  placeholderClass: text(),
  disabled: flag(),
  maxlength: number(140),
  focus: flag(),
  autoFocus: flag(),
  confirmType: text('done'),
  name: text(),
}

type Control = HTMLInputElement | HTMLTextAreaElement

interface Parts {
  readonly control: Control
  /** WeChat draws the placeholder itself, so that a program can style it. */
  readonly placeholder: HTMLElement
}

const parts = new WeakMap<Host, Parts>()

function attach(host: Host, control: Control): void {
  const placeholder = createChild(host.element, 'div', '')
  parts.set(host, { control, placeholder })
  for (const property of Object.keys(properties)) changed(host, property)
  if (host.get('autoFocus')) control.focus()
  listen(control, 'input', () => {
    host.set('value', control.value)
    host.emit('input', { value: control.value, cursor: control.selectionStart ?? control.value.length, keyCode: 0 })
  })
  listen(control, 'change', () => {})
  listen(control, 'focus', () => host.emit('focus', { value: control.value, height: 0 }))
  listen(control, 'blur', () => host.emit('blur', { value: control.value, cursor: control.value.length }))
}

function apply(host: Host, control: Control, property: string): void {
  if (property === 'value') {
    const value = host.get<string>('value')
    if (control.value !== value) control.value = value
  } else if (property === 'disabled') control.disabled = host.get('disabled')
  else if (property === 'maxlength') applyMaxLength(control, host.get('maxlength'))
  else if (property === 'focus' && host.get('focus')) control.focus()
  else if (control instanceof HTMLInputElement && (property === 'type' || property === 'password')) {
    control.type = host.get('password') ? 'password' : 'text'
    control.inputMode = inputModes[host.get<string>('type')] ?? 'text'
  }
}

function applyMaxLength(control: Control, maxLength: number): void {
  if (maxLength < 0) control.removeAttribute('maxlength')
  else control.maxLength = maxLength
}

function changed(host: Host, property: string): void {
  const own = parts.get(host)
  if (!own) return
  apply(host, own.control, property)
  drawPlaceholder(host, own)
}

function drawPlaceholder(host: Host, { control, placeholder }: Parts): void {
  placeholder.className = `ua-placeholder ${host.get('placeholderClass')}`
  placeholder.style.cssText = toBrowserUnits(host.get('placeholderStyle'))
  placeholder.textContent = host.get('placeholder')
  placeholder.hidden = control.value !== ''
}

export const input: BuiltIn = {
  properties,
  changed,
  attached(host) {
    const control = createChild(host.element, 'input', 'ua-control')
    attach(host, control)
    listen(control, 'keydown', (event) => {
      if (event.key === 'Enter') host.emit('confirm', { value: control.value })
    })
  },
}

export const textarea: BuiltIn = {
  properties: { ...properties, autoHeight: flag() },
  changed(host, property) {
    changed(host, property)
    fitHeight(host)
  },
  attached(host) {
    attach(host, createChild(host.element, 'textarea', 'ua-control'))
    fitHeight(host)
  },
}

function fitHeight(host: Host): void {
  const control = parts.get(host)?.control
  if (!control || !host.get('autoHeight')) return
  host.element.style.height = 'auto'
  control.style.height = '0'
  control.style.height = `${control.scrollHeight}px`
}
