/** Layer of WeChat's own overlays, above the pages. */
export function addToLayer(className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  document.body.append(element)
  return element
}

export function addButton(parent: HTMLElement, text: string, onTap: () => void, color?: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.textContent = text
  if (color) button.style.color = color
  button.addEventListener('click', onTap)
  parent.append(button)
  return button
}
