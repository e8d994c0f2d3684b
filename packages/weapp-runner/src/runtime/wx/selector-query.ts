import type { component as adapterComponent, glassEasel } from 'glass-easel-miniprogram-adapter'
import type { Page } from '../page/page.ts'
import { toPlain } from '../serialise.ts'

type Component = adapterComponent.GeneralComponent

interface Fields {
  readonly id?: boolean
  readonly dataset?: boolean
  readonly mark?: boolean
  readonly rect?: boolean
  readonly size?: boolean
  readonly scrollOffset?: boolean
  readonly properties?: readonly string[]
  readonly computedStyle?: readonly string[]
  readonly node?: boolean
  readonly context?: boolean
}

type Answer = Record<string, unknown> | null
type Callback = (answer: Answer | readonly Answer[]) => void

interface Query {
  readonly find: () => Answer | readonly Answer[]
  readonly callback: Callback | undefined
}

/** `wx.createSelectorQuery`: measures nodes of a page or component, one frame after the program asked. */
export class SelectorQuery {
  private readonly queries: Query[] = []
  private scope: Component | undefined
  private readonly page: () => Page

  constructor(page: () => Page) {
    this.page = page
  }

  in(component: Component): this {
    this.scope = component
    return this
  }

  select(selector: string): NodesRef {
    return this.nodes((fields) => {
      const element = this.root().querySelector(selector)
      return element ? this.measure(element, fields) : null
    })
  }

  selectAll(selector: string): NodesRef {
    return this.nodes((fields) =>
      this.root()
        .querySelectorAll(selector)
        .map((element) => this.measure(element, fields)),
    )
  }

  selectViewport(): NodesRef {
    return this.nodes((fields) => measureViewport(this.page(), fields))
  }

  exec(callback?: (answers: readonly unknown[]) => void): this {
    requestAnimationFrame(() => {
      const answers = this.queries.map(({ find, callback: answer }) => {
        const found = find()
        answer?.(found)
        return found
      })
      callback?.(answers)
    })
    return this
  }

  add(query: Query): this {
    this.queries.push(query)
    return this
  }

  private nodes(find: (fields: Fields) => Answer | readonly Answer[]): NodesRef {
    return new NodesRef(this, find)
  }

  private root(): glassEasel.ShadowRoot {
    const { _$: scope } = this.scope ?? { _$: this.page().root.getComponent() }
    const root = scope.getShadowRoot()
    if (!root) throw new Error('the component has no nodes of its own')
    return root
  }

  private measure(element: glassEasel.Element, fields: Fields): Answer {
    const node = element.getBackendElement() as unknown as HTMLElement
    const frame = this.page().frame.element.getBoundingClientRect()
    const box = node.getBoundingClientRect()
    return {
      ...(fields.id && { id: element.id }),
      ...(fields.dataset && { dataset: toPlain(element.dataset) }),
      ...(fields.mark && { mark: toPlain(element.collectMarks()) }),
      ...(fields.rect && {
        left: box.left - frame.left,
        top: box.top - frame.top,
        right: box.right - frame.left,
        bottom: box.bottom - frame.top,
      }),
      ...(fields.size && { width: box.width, height: box.height }),
      ...(fields.scrollOffset && scrollOffset(node)),
      ...(fields.node && { node: node.querySelector('canvas') ?? node }),
      ...propertiesOf(element, fields.properties ?? []),
      ...stylesOf(node, fields.computedStyle ?? []),
    }
  }
}

class NodesRef {
  private readonly query: SelectorQuery
  private readonly find: (fields: Fields) => Answer | readonly Answer[]

  constructor(query: SelectorQuery, find: (fields: Fields) => Answer | readonly Answer[]) {
    this.query = query
    this.find = find
  }

  fields(fields: Fields, callback?: Callback): SelectorQuery {
    return this.query.add({ find: () => this.find(fields), callback })
  }

  boundingClientRect(callback?: Callback): SelectorQuery {
    return this.fields({ id: true, dataset: true, rect: true, size: true }, callback)
  }

  scrollOffset(callback?: Callback): SelectorQuery {
    return this.fields({ id: true, dataset: true, scrollOffset: true }, callback)
  }

  node(callback?: Callback): SelectorQuery {
    return this.fields({ node: true }, callback)
  }
}

const scrollOffset = ({ scrollLeft, scrollTop, scrollWidth, scrollHeight }: HTMLElement) => ({
  scrollLeft,
  scrollTop,
  scrollWidth,
  scrollHeight,
})

function measureViewport({ frame }: Page, fields: Fields): Answer {
  const { clientWidth: width, clientHeight: height } = frame.scroller
  return {
    ...(fields.id && { id: '' }),
    ...(fields.dataset && { dataset: {} }),
    ...(fields.rect && { left: 0, top: 0, right: width, bottom: height }),
    ...(fields.size && { width, height }),
    ...(fields.scrollOffset && scrollOffset(frame.scroller)),
  }
}

function propertiesOf(element: glassEasel.Element, names: readonly string[]): Record<string, unknown> {
  const data = (element as Partial<glassEasel.GeneralComponent>).data as Record<string, unknown> | undefined
  return Object.fromEntries(names.map((name) => [name, toPlain(data?.[name])]))
}

function stylesOf(node: HTMLElement, names: readonly string[]): Record<string, string> {
  const style = getComputedStyle(node)
  return Object.fromEntries(
    names.map((name) => [name, style.getPropertyValue(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))]),
  )
}
