interface Members {
  /** `static name descriptor`, or without `static`. */
  readonly methods: Set<string>
  readonly fields: Set<string>
  isInterface: boolean
}

const REFERENCE =
  /(?<op>invoke\w+|[gp]et(?:static|field)|putstatic|putfield)\s.*\/\/ (?:Interface)?(?:Method|Field) (?<owner>android\/[\w/$]+)\."?(?<name>[\w$<>]+)"?:(?<type>\S+)/g
const MENTIONED = /L(android\/[\w/$]+);|(?:class|Class) "?\[*L?(android\/[\w/$]+)|[ ,](android\.[\w.$]+)(?=[ ,;{])/g
const IMPLEMENTED = /\bimplements ([\w.$,]+)/g
const PRIMITIVES: Readonly<Record<string, string>> = {
  V: 'void',
  Z: 'boolean',
  B: 'byte',
  C: 'char',
  S: 'short',
  I: 'int',
  J: 'long',
  F: 'float',
  D: 'double',
}
const OF_THROWABLE = new Set(['getMessage', 'getCause', 'printStackTrace', 'toString'])

/** Java sources by path: the hand-written classes, each in the file that the compiler expects. */
export function splitSources(text: string): Map<string, string> {
  const units = text.split(/^(?=package )/m).filter((unit) => unit.startsWith('package '))
  return new Map(
    units.map((unit) => {
      const folder = /^package ([\w.]+);/.exec(unit)?.[1]?.replaceAll('.', '/')
      const name = /^(?:public )?(?:abstract |final )*(?:class|interface) (\w+)/m.exec(unit)?.[1]
      if (!folder || !name) throw new Error(`a unit of the stubs has no class: ${unit.slice(0, 80)}`)
      return [`${folder}/${name}.java`, unit]
    }),
  )
}

/**
 * Java sources by path for the `android.*` classes that a disassembly (`javap -c -p`) refers to and nobody has written:
 * every member does nothing and answers null, 0 or false.
 */
export function generateStubs(disassembly: string, isWritten: (path: string) => boolean): Map<string, string> {
  const classes = collect(disassembly)
  const tops = new Set([...classes.keys()].map((name) => name.replace(/\$.*/, '')))
  const sources = new Map<string, string>()
  for (const top of tops) {
    const path = `${top}.java`
    if (isWritten(path)) continue
    const folder = top.slice(0, top.lastIndexOf('/')).replaceAll('/', '.')
    sources.set(path, `package ${folder};\n\n${printClass(top, classes)}`)
  }
  return sources
}

function collect(disassembly: string): Map<string, Members> {
  const classes = new Map<string, Members>()
  const find = (name: string): Members => {
    const found = classes.get(name) ?? { methods: new Set(), fields: new Set(), isInterface: false }
    classes.set(name, found)
    return found
  }
  for (const [, typed, named, declared] of disassembly.matchAll(MENTIONED)) {
    find((typed ?? named ?? declared ?? '').replaceAll('.', '/'))
  }
  for (const [, names = ''] of disassembly.matchAll(IMPLEMENTED)) {
    for (const name of names.split(','))
      if (name.startsWith('android.')) find(name.replaceAll('.', '/')).isInterface = true
  }
  for (const { groups = {} } of disassembly.matchAll(REFERENCE)) {
    const { op = '', owner = '', name = '', type = '' } = groups
    const members = find(owner)
    const entry = `${op.endsWith('static') ? 'static ' : ''}${name} ${type}`
    if (op.startsWith('invoke')) members.methods.add(entry)
    else members.fields.add(entry)
    if (op === 'invokeinterface') members.isInterface = true
  }
  return classes
}

function printClass(name: string, classes: ReadonlyMap<string, Members>): string {
  const { methods, fields, isInterface } = classes.get(name) ?? { methods: [], fields: [], isInterface: false }
  const isNested = name.includes('$')
  const short = name.replace(/.*[/$]/, '')
  const isThrowable = short.endsWith('Exception')
  const nested = [...classes.keys()].filter(
    (other) => other.startsWith(`${name}$`) && !other.slice(name.length + 1).includes('$'),
  )
  const hasConstructor = isInterface || [...methods].some((method) => method.startsWith('<init> ()'))
  const lines = [
    ...(hasConstructor ? [] : [`public ${short}() {}`]),
    ...[...fields].map((field) => printField(field)),
    ...[...methods].flatMap((method) => printMethod(method, short, { isInterface, isThrowable })),
    ...nested.map((other) => printClass(other, classes)),
  ]
  const kind = isInterface ? 'interface' : 'class'
  return `public ${isNested ? 'static ' : ''}${kind} ${short}${isThrowable ? ' extends Exception' : ''} {\n${lines.join('\n')}\n}\n`
}

function printField(field: string): string {
  const [, isStatic = '', name = '', type = ''] = /^(static )?(\S+) (\S+)$/.exec(field) ?? []
  return `public ${isStatic}${printType(type)} ${name};`
}

function printMethod(
  method: string,
  className: string,
  { isInterface, isThrowable }: { isInterface: boolean; isThrowable: boolean },
): string[] {
  const [, isStatic = '', name = '', types = '', answer = ''] = /^(static )?(\S+) \((.*)\)(\S+)$/.exec(method) ?? []
  if (isThrowable && OF_THROWABLE.has(name)) return []
  const parameters = (types.match(/\[*(?:L[^;]+;|[ZBCSIJFD])/g) ?? []).map((type, at) => `${printType(type)} p${at}`)
  if (name === '<init>') return [`public ${className}(${parameters.join(', ')}) {}`]
  const head = `${isStatic}${printType(answer)} ${name}(${parameters.join(', ')})`
  return [isInterface && !isStatic ? `${head};` : `public ${head} { ${printAnswer(answer)} }`]
}

function printAnswer(type: string): string {
  if (type === 'V') return ''
  if (type === 'Z') return 'return false;'
  return /^[L[]/.test(type) ? 'return null;' : 'return 0;'
}

function printType(descriptor: string): string {
  const base = descriptor.replaceAll('[', '')
  const name = PRIMITIVES[base] ?? base.slice(1, -1).replaceAll(/[/$]/g, '.')
  return name + '[]'.repeat(descriptor.length - base.length)
}
