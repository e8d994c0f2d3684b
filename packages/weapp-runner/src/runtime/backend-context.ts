import { glassEasel } from 'glass-easel-miniprogram-adapter'
import { elementNameOf } from '../built-in-tags.ts'
import { LONG_PRESS_EVENT } from '../control.ts'
import { toBrowserUnits } from '../css-values.ts'

type ViewElement = glassEasel.Element

/** Binds the view engine to this page: which elements it makes, and which touches reach them. */
export function createBackendContext(builtInTags: ReadonlySet<string>): glassEasel.CurrentWindowBackendContext {
  const context = new glassEasel.CurrentWindowBackendContext()
  const createElement = (tag: string): HTMLElement => {
    const element = document.createElement(builtInTags.has(tag) ? elementNameOf(tag) : tag)
    const setAttribute = element.setAttribute.bind(element)
    element.setAttribute = (name, value) => setAttribute(name, name === 'style' ? toBrowserUnits(String(value)) : value)
    return element
  }
  context.document = {
    createElement,
    createTextNode: (text: string) => document.createTextNode(text),
    createDocumentFragment: () => document.createDocumentFragment(),
  } as unknown as typeof context.document
  document.body.addEventListener(LONG_PRESS_EVENT, (event) => dispatchLongPress(event.target as Element))
  context.onEvent((target, type, detail, options) => {
    if (type === 'tap' && isInDisabledButton(target)) return glassEasel.EventBubbleStatus.Normal
    const event = new glassEasel.Event(type, detail, options)
    glassEasel.Event.dispatchEvent(target, event)
    return event.getEventBubbleStatus()
  })
  return context
}

/** A disabled button takes no taps at all: its own handler does not see them either. */
function isInDisabledButton(target: ViewElement): boolean {
  const element = target.getBackendElement() as unknown as Element | null
  return (element?.closest('wx-button[disabled="true"]') ?? null) !== null
}

function dispatchLongPress(element: Element): void {
  const target = viewElementOf(element)
  if (!target || isInDisabledButton(target)) return
  const { left: x, top: y } = element.getBoundingClientRect()
  glassEasel.triggerEvent(target, 'longpress', { x, y }, { bubbles: true, composed: true, capturePhase: true })
}

/** The engine leaves a reference to its own element on each one that it has made. */
function viewElementOf(element: Element): ViewElement | undefined {
  for (let node: Element | null = element; node !== null; node = node.parentElement) {
    const viewElement: ViewElement | undefined = Reflect.get(node, '__wxElement')
    if (viewElement) return viewElement
  }
  return undefined
}
