import { addButton, addToLayer } from './layer.ts'

export interface ModalOptions {
  readonly title?: string
  readonly content?: string
  readonly showCancel?: boolean
  readonly cancelText?: string
  readonly confirmText?: string
  readonly confirmColor?: string
  readonly editable?: boolean
  readonly placeholderText?: string
}

export interface ModalResult {
  readonly confirm: boolean
  readonly cancel: boolean
  readonly content?: string
}

export function openModal(options: ModalOptions): Promise<ModalResult> {
  const mask = addToLayer('weapp-mask')
  const dialog = document.createElement('div')
  dialog.className = 'weapp-modal'
  dialog.setAttribute('role', 'dialog')
  mask.append(dialog)
  const title = document.createElement('h2')
  title.textContent = options.title ?? ''
  const field = options.editable ? document.createElement('input') : undefined
  const content = field ?? document.createElement('p')
  if (field) {
    field.value = options.content ?? ''
    field.placeholder = options.placeholderText ?? ''
  } else {
    content.textContent = options.content ?? ''
  }
  dialog.append(title, content)
  return new Promise((resolve) => {
    const close = (isConfirmed: boolean) => {
      mask.remove()
      resolve({ confirm: isConfirmed, cancel: !isConfirmed, ...(field && { content: field.value }) })
    }
    const foot = document.createElement('footer')
    if (options.showCancel ?? true) addButton(foot, options.cancelText ?? '取消', () => close(false))
    addButton(foot, options.confirmText ?? '确定', () => close(true), options.confirmColor ?? '#576B95')
    dialog.append(foot)
  })
}
