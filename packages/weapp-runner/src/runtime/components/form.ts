import { type BuiltIn, type Host, hostOf, hostsIn, text } from './built-in.ts'

const fieldTags = ['input', 'textarea', 'switch', 'slider', 'picker', 'checkbox-group', 'radio-group'] as const

/** Value of a field in its form's submit event. */
export function fieldValue(field: Host): unknown {
  switch (field.element.localName) {
    case 'wx-switch':
      return field.get('checked')
    case 'wx-checkbox-group':
      return hostsIn(field.element, 'checkbox')
        .filter((box) => box.get('checked'))
        .map((box) => box.get('value'))
    case 'wx-radio-group':
      return hostsIn(field.element, 'radio')
        .find((box) => box.get('checked'))
        ?.get('value')
    default:
      return field.get('value')
  }
}

export function submitForm(form: Host): void {
  const value: Record<string, unknown> = {}
  for (const field of hostsIn(form.element, ...fieldTags)) {
    const name = field.get<string>('name')
    if (name) value[name] = fieldValue(field)
  }
  form.emit('submit', { value })
}

export function resetForm(form: Host): void {
  for (const field of hostsIn(form.element, 'input', 'textarea')) field.set('value', '')
  for (const field of hostsIn(form.element, 'switch', 'checkbox', 'radio')) field.set('checked', false)
  form.emit('reset', {})
}

export const form: BuiltIn = {}

const labelled = ['checkbox', 'radio', 'switch', 'button'] as const

/** A tap on a label acts on its control: the one it names, or the first inside. */
export const label: BuiltIn = {
  properties: { for: text() },
  attached(host) {
    host.element.addEventListener('click', (event) => {
      const target = event.target as Element
      const selector = labelled.map((tag) => `wx-${tag}`).join(',')
      if (target.closest(selector)) return
      const named = host.get<string>('for')
      const control = named === '' ? host.element.querySelector(selector) : document.getElementById(named)
      activate(hostOf(control))
    })
  },
}

const activations = new WeakMap<Host, () => void>()

/** Registers what a tap on the control's label does. */
export const onLabelTap = (host: Host, activateControl: () => void): void => {
  activations.set(host, activateControl)
}

const activate = (host: Host | undefined): void => {
  if (host && !host.get('disabled')) activations.get(host)?.()
}
