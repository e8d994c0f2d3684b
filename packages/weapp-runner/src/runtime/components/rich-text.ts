import { anything, type BuiltIn, createChild, type Host } from './built-in.ts'

interface RichNode {
  readonly type?: 'node' | 'text'
  readonly name?: string
  readonly text?: string
  readonly attrs?: Readonly<Record<string, string>>
  readonly children?: readonly RichNode[]
}

/** WeChat renders these and drops the rest together with what they hold. */
const allowedTags = new Set(
  (
    'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del div dl dt em ' +
    'fieldset font footer h1 h2 h3 h4 h5 h6 header hr i img ins label legend li mark nav ol p pre q rt ruby s section ' +
    'small span strong sub sup table tbody td tfoot th thead tr tt u ul'
  ).split(' '),
)
const allowedAttributes = new Set([
  'alt',
  'class',
  'colspan',
  'height',
  'rowspan',
  'src',
  'start',
  'style',
  'type',
  'width',
])

const bodies = new WeakMap<Host, HTMLElement>()

function draw(host: Host): void {
  const nodes = host.get<string | readonly RichNode[] | null>('nodes')
  const drawn = typeof nodes === 'string' ? parse(nodes) : (nodes ?? []).flatMap(build)
  bodies.get(host)?.replaceChildren(...drawn)
}

function parse(html: string): Node[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html').body
  return [...parsed.childNodes].flatMap(clean)
}

function clean(node: Node): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)]
  if (!(node instanceof Element)) return []
  const attrs = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
  return element(node.localName, attrs, [...node.childNodes].flatMap(clean))
}

function build(node: RichNode): Node[] {
  if (node.type === 'text') return [document.createTextNode(node.text ?? '')]
  return element(node.name ?? 'div', node.attrs ?? {}, (node.children ?? []).flatMap(build))
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly Node[]): Node[] {
  if (!allowedTags.has(name)) return []
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (allowedAttributes.has(attribute)) made.setAttribute(attribute, value)
  }
  made.append(...children)
  return [made]
}

export const richText: BuiltIn = {
  properties: { nodes: anything('') },
  changed: draw,
  attached(host) {
    bodies.set(host, createChild(host.element, 'div', 'ua-control'))
    draw(host)
  },
}
