import { type BuiltIn, flag, type Host, hostOf, text } from './built-in.ts'
import { resetForm, submitForm } from './form.ts'
import { pressable } from './pressable.ts'

const styleProperties = ['type', 'size', 'plain', 'disabled', 'loading'] as const

function reflect(host: Host): void {
  for (const property of styleProperties) host.element.setAttribute(property, String(host.get(property)))
}

const base: BuiltIn = {
  properties: {
    type: text('default'),
    size: text('default'),
    plain: flag(),
    disabled: flag(),
    loading: flag(),
    formType: text(),
    openType: text(),
  },
  changed: reflect,
  attached(host) {
    reflect(host)
    host.onTap(() => {
      const formType = host.get<string>('formType')
      const form = hostOf(host.element.closest('wx-form'))
      if (form && formType === 'submit') submitForm(form)
      if (form && formType === 'reset') resetForm(form)
      void openCapability(host)
    })
  },
}

export const button = pressable(base, { startMs: 20, stayMs: 70 })

async function openCapability(host: Host): Promise<void> {
  const openType = host.get<string>('openType')
  if (openType === '') return
  const answer = await host.services.openCapability(openType)
  if (answer) host.emit(answer.event, answer.detail)
}
