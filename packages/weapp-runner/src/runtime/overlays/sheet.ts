import { addButton, addToLayer } from './layer.ts'

/** A sheet from the bottom that is confirmed or cancelled. */
export function openSheet(title: string, fields: readonly HTMLElement[]): Promise<boolean> {
  const mask = addToLayer('weapp-mask')
  const sheet = document.createElement('div')
  sheet.className = 'weapp-sheet'
  mask.append(sheet)
  return new Promise((resolve) => {
    const close = (isConfirmed: boolean) => {
      mask.remove()
      resolve(isConfirmed)
    }
    const head = document.createElement('header')
    addButton(head, '取消', () => close(false))
    head.append(title)
    addButton(head, '确定', () => close(true))
    const body = document.createElement('section')
    body.append(...fields)
    sheet.append(head, body)
  })
}

/** Index of the chosen item, or nothing when the user cancels. */
export function openActionSheet(items: readonly string[], color?: string): Promise<number | undefined> {
  const mask = addToLayer('weapp-mask')
  const sheet = document.createElement('div')
  sheet.className = 'weapp-sheet'
  mask.append(sheet)
  return new Promise((resolve) => {
    const close = (index?: number) => {
      mask.remove()
      resolve(index)
    }
    items.forEach((item, index) => addButton(sheet, item, () => close(index), color))
    addButton(sheet, '取消', () => close())
  })
}
