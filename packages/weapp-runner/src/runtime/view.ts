import { glassEasel, MiniProgramEnv, type types } from 'glass-easel-miniprogram-adapter'
import { elementNameOf } from '../built-in-tags.ts'
import type { Boot } from '../control.ts'
import { createBackendContext } from './backend-context.ts'
import type { BuiltInServices } from './components/built-in.ts'
import { defineBuiltIns } from './components/define.ts'
import { withPlainEvents } from './events.ts'
import type { Recorder } from './recorder.ts'
import { checkSetData } from './set-data.ts'

type CodeSpace = ReturnType<MiniProgramEnv['createCodeSpace']>
type AssociatedBackend = ReturnType<MiniProgramEnv['associateBackend']>
type Definition = Readonly<Record<string, unknown>>

/** A page's component tree, before it stands in a frame. */
export type PageRoot = ReturnType<AssociatedBackend['createRoot']>

/** WeChat's open view engine, with the program's templates, styles and components. */
export class View {
  private readonly space: CodeSpace
  private readonly backend: AssociatedBackend
  private readonly registered = new Set<string>()

  constructor(boot: Boot, services: BuiltInServices) {
    listenToEngine(services.recorder)
    checkSetData(services.recorder)
    const env = new MiniProgramEnv()
    const builtIns = defineBuiltIns(env.getGlobalCodeSpace().getComponentSpace(), boot.app.builtInAttributes, services)
    this.space = env.createCodeSpace('', true)
    keepIds(this.space)
    for (const [tag, definition] of builtIns) this.space.getComponentSpace().setGlobalUsingComponent(tag, definition)
    this.backend = env.associateBackend(createBackendContext(new Set(builtIns.keys())))
    this.addPackage(boot)
  }

  registerPage(path: string, definition: Definition): void {
    this.registered.add(path)
    this.space.component(path).pageDefinition(withPlainEvents(definition)).register()
  }

  registerComponent(path: string, definition: Definition): void {
    this.registered.add(path)
    const methods = withPlainEvents((definition.methods ?? {}) as Definition)
    this.space
      .component(path)
      .definition({ ...definition, methods } as types.GeneralComponentDefinition)
      .register()
  }

  registerBehavior(definition: Definition): unknown {
    const methods = withPlainEvents((definition.methods ?? {}) as Definition)
    return this.space
      .behavior()
      .definition({ ...definition, methods } as types.GeneralComponentDefinition)
      .register()
  }

  /** A page's script may also build it with the component constructor. */
  hasPage(path: string): boolean {
    return this.registered.has(path)
  }

  createPage(path: string): PageRoot {
    return this.backend.createRoot(elementNameOf('page'), this.space, path)
  }

  private addPackage({ app, templates }: Boot): void {
    const groupList = templates as glassEasel.template.ProcGenGroupList
    for (const [path, content] of Object.entries(groupList))
      this.space.addCompiledTemplate(path, { content, groupList })
    for (const [path, config] of Object.entries(app.configs)) {
      const usingComponents = { ...absolute(app.app.usingComponents), ...config.usingComponents }
      this.space.addComponentStaticConfig(path, { ...config, usingComponents })
    }
    for (const [path, scope] of Object.entries(app.styleScopes)) {
      this.space.addStyleSheet(path, path, scope)
      this.backend.registerStyleSheetContent(path, app.styles[path])
    }
  }
}

const absolute = (components: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(components).map(([name, path]) => [name, path.startsWith('/') ? path : `/${path}`]))

/** The engine writes prefixed ids into the page, where the program's own style sheets and selectors would miss them. */
function keepIds(space: CodeSpace): void {
  const internals = space as unknown as {
    prepareComponentOptions(...args: unknown[]): [glassEasel.ComponentOptions, ...unknown[]]
  }
  const prepare = internals.prepareComponentOptions
  internals.prepareComponentOptions = function prepareWithPlainIds(...args) {
    const [options, ...rest] = prepare.apply(this, args)
    return [{ ...options, idPrefixGenerator: null, writeIdToDOM: true }, ...rest]
  }
}

function listenToEngine(recorder: Recorder): void {
  glassEasel.globalOptions.throwGlobalError = false
  glassEasel.addGlobalErrorListener((error, method) => {
    recorder.error(method ?? 'view', error)
    return false
  })
  glassEasel.addGlobalWarningListener((message, related) => {
    const where = typeof related === 'string' ? related : related.is
    // An unknown tag renders as an empty box: on a phone the user would miss that part of the page.
    if (message.startsWith('Cannot find component')) recorder.error(where, message)
    else recorder.warning(where === '' ? message : `${where}: ${message}`)
    return false
  })
}
