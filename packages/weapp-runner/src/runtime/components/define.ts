import type { glassEasel } from 'glass-easel-miniprogram-adapter'
import {
  type BuiltInTag,
  builtInTags,
  elementNameOf,
  type ImplementedTag,
  implementedTags,
} from '../../built-in-tags.ts'
import {
  type BuiltIn,
  type BuiltInServices,
  createChild,
  type Host,
  type Property,
  rememberHost,
  text,
} from './built-in.ts'
import { button } from './button.ts'
import { checkbox, checkboxGroup, radio, radioGroup, switchControl } from './choices.ts'
import { form, label } from './form.ts'
import { image } from './image.ts'
import { input, textarea } from './input.ts'
import { navigator } from './navigator.ts'
import { picker } from './picker.ts'
import { pressable } from './pressable.ts'
import { progress, slider } from './range.ts'
import { richText } from './rich-text.ts'
import { scrollView } from './scroll-view.ts'
import { swiper, swiperItem } from './swiper.ts'
import { webView } from './web-view.ts'

const container: BuiltIn = {}
/** Canvas 2D only; a program draws on the node that a selector query gives. */
const canvas: BuiltIn = {
  properties: { type: text() },
  attached(host) {
    createChild(host.element, 'canvas', 'ua-control')
    if (host.get('type') !== '2d') host.services.recorder.error('<canvas>', 'only type="2d" exists in the runner')
  },
}
const view = pressable({}, { startMs: 50, stayMs: 400 })

const implementations: Readonly<Record<ImplementedTag, BuiltIn>> = {
  button,
  canvas,
  checkbox,
  'checkbox-group': checkboxGroup,
  'cover-image': image,
  'cover-view': container,
  form,
  image,
  input,
  label,
  navigator,
  picker,
  progress,
  radio,
  'radio-group': radioGroup,
  'rich-text': richText,
  'root-portal': container,
  'scroll-view': scrollView,
  slider,
  swiper,
  'swiper-item': swiperItem,
  switch: switchControl,
  text: container,
  textarea,
  view,
  'web-view': webView,
}

const missing = (tag: BuiltInTag): BuiltIn => ({
  attached: (host) => host.services.recorder.error(`<${tag}>`, 'this built-in component does not exist in the runner'),
})

type ComponentDefinition = glassEasel.GeneralComponentDefinition

/** Defines all built-in components, each with the properties that the program's templates set on it. */
export function defineBuiltIns(
  space: glassEasel.ComponentSpace,
  attributes: Readonly<Record<string, readonly string[]>>,
  services: BuiltInServices,
): ReadonlyMap<string, ComponentDefinition> {
  const implemented: ReadonlySet<string> = new Set(implementedTags)
  return new Map(
    builtInTags.map((tag) => {
      const builtIn = implemented.has(tag) ? implementations[tag as ImplementedTag] : missing(tag)
      return [tag, defineBuiltIn(space, tag, builtIn, attributes[tag] ?? [], services)]
    }),
  )
}

function defineBuiltIn(
  space: glassEasel.ComponentSpace,
  tag: BuiltInTag,
  builtIn: BuiltIn,
  attributes: readonly string[],
  services: BuiltInServices,
): ComponentDefinition {
  const declared = builtIn.properties ?? {}
  const untyped = [...attributes, ...Object.keys(declared)].map((name) => [
    name,
    { value: declared[name]?.value ?? null },
  ])
  const attachedHosts = new WeakMap<object, Host>()
  const observers = Object.keys(declared).map((name) => ({
    fields: name,
    observer(this: object) {
      const host = attachedHosts.get(this)
      if (host) builtIn.changed?.(host, name)
    },
  }))
  return space.defineComponent({
    is: elementNameOf(tag),
    options: { hostNodeTagName: elementNameOf(tag) },
    properties: Object.fromEntries(untyped),
    observers,
    lifetimes: {
      attached(this: glassEasel.GeneralComponent) {
        const host = createHost(this, declared, services)
        rememberHost(host)
        attachedHosts.set(this, host)
        builtIn.attached?.(host)
      },
      detached(this: glassEasel.GeneralComponent) {
        const host = attachedHosts.get(this)
        if (host) builtIn.detached?.(host)
      },
    },
  }) as ComponentDefinition
}

function createHost(
  component: glassEasel.GeneralComponent,
  properties: Readonly<Record<string, Property>>,
  services: BuiltInServices,
): Host {
  const read = (name: string): unknown => properties[name]?.coerce(component.data[name])
  return {
    element: component.getBackendElement() as unknown as HTMLElement,
    get: <T>(name: string) => read(name) as T,
    set: (name, value) => component.setData({ [name]: value }),
    emit: (type, detail) => component.triggerEvent(type, detail, { bubbles: false, composed: false }),
    onTap: (listener) => {
      component.addListener('tap', () => {
        if (read('disabled') !== true) listener()
      })
    },
    slotted: (slot) => slottedIn(component, slot),
    services,
  }
}

/**
 * Built-ins have one slot for everything; a child still knows which one it was meant for. Conditions and loops of a
 * template stand between them as nodes that nothing is drawn of.
 */
const slottedIn = (parent: glassEasel.Element, slot: string): HTMLElement[] =>
  parent.childNodes.flatMap((child) => {
    const element = child.asElement()
    if (!element) return []
    if (element.asVirtualNode()) return slottedIn(element, slot)
    return element.slot === slot ? [element.getBackendElement() as unknown as HTMLElement] : []
  })
