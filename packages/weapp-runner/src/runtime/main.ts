import { implementedTags } from '../built-in-tags.ts'
import {
  BOOT_GLOBAL,
  type Boot,
  CONTROL_GLOBAL,
  LAUNCH_PARAMETER,
  type NavigationKind,
  REPORT_GLOBAL,
  type Report,
} from '../control.ts'
import { createCapabilities } from './capabilities.ts'
import { ModuleLoader } from './module-loader.ts'
import { PackageLoader } from './package-loader.ts'
import { Router } from './page/router.ts'
import { launchOptions, Program } from './program.ts'
import { Recorder } from './recorder.ts'
import { resourceUrls } from './resources.ts'
import { createControl } from './runner-control.ts'
import { Screen } from './screen/screen.ts'
import { onThemeChange, phoneTheme } from './screen/theme.ts'
import { View } from './view.ts'
import { createWx } from './wx/api.ts'
import { unimplementedApiNames } from './wx/api-names.ts'
import type { Result } from './wx/callback.ts'
import { feedbackApis } from './wx/feedback.ts'
import { fileApis, PhoneFiles } from './wx/files.ts'
import { measuringApis } from './wx/measuring.ts'
import { NavigationHold, navigationApis } from './wx/navigation.ts'
import { paymentApis } from './wx/payment.ts'
import { PhoneEvents, phoneEventApis } from './wx/phone-events.ts'
import { Requests, requestApis } from './wx/request.ts'
import { ProgramStorage, storageApis } from './wx/storage.ts'
import { systemApis } from './wx/system.ts'

interface RunnerGlobals {
  readonly [BOOT_GLOBAL]: Boot
  readonly [REPORT_GLOBAL]: (report: Report) => void
  [CONTROL_GLOBAL]?: ReturnType<typeof createControl>
}

const globals = globalThis as unknown as RunnerGlobals
const boot = globals[BOOT_GLOBAL]
const { app: packed, options } = boot

const recorder = new Recorder(globals[REPORT_GLOBAL])
const events = new PhoneEvents()
window.addEventListener('error', (event) => recorder.error('script', event.error ?? event.message))
window.addEventListener('unhandledrejection', (event) => {
  recorder.error('unhandled rejection', event.reason)
  events.emit('UnhandledRejection', { reason: event.reason })
})

const answers = new Map<string, Result>()
const navigationHold = new NavigationHold()
const storage = new ProgramStorage(window.localStorage)
const files = new PhoneFiles()
const requests = new Requests(recorder, options.requestOrigin)
const resourceUrl = resourceUrls({ ...options, currentPath: (): string => router.top?.path ?? '' })

const view = new View(boot, {
  recorder,
  resourceUrl,
  navigate: (kind, url) => attempt(() => go(kind, url)),
  openCapability: createCapabilities(answers, () => router.top, recorder),
})
const screen = new Screen(packed, resourceUrl, {
  back: () => attempt(() => go('navigateBack', '')),
  home: () => attempt(() => go('reLaunch', `/${packed.app.entryPagePath}`)),
  switchTab: (path) => attempt(() => go('switchTab', `/${path}`)),
})
const router: Router = new Router({
  packed,
  requirePage: (path) => packages.require(path),
  view,
  screen,
  recorder,
})
const launchUrl = new URLSearchParams(location.search).get(LAUNCH_PARAMETER) ?? packed.app.entryPagePath
const program = new Program(router, launchOptions(launchUrl, options.scene), recorder, events)

const theme = () => (packed.app.theme ? phoneTheme() : 'light')
if (packed.app.theme) onThemeChange(() => events.emit('ThemeChange', { theme: theme() }))

const wx: Record<string, unknown> = createWx(
  [
    storageApis(storage),
    requestApis(requests),
    fileApis(files),
    feedbackApis(),
    phoneEventApis(events),
    navigationApis(router, screen, navigationHold),
    measuringApis(router),
    paymentApis(options.cashierUrl),
    systemApis({ router, launch: program.launch, loginCode: options.loginCode, theme, canUse }),
  ],
  unimplementedApiNames,
  answers,
  recorder,
)
wx.env = { USER_DATA_PATH: 'http://usr' }

const modules: ModuleLoader = new ModuleLoader(packed.scripts, {
  wx,
  App: (definition: Record<string, unknown>) => program.register(definition),
  getApp: () => program.object,
  getCurrentPages: () => router.pages.map((page) => page.object),
  Page: (definition: Record<string, unknown>) => view.registerPage(modules.currentPath, definition),
  Component: (definition: Record<string, unknown>) => view.registerComponent(modules.currentPath, definition),
  Behavior: (definition: Record<string, unknown>) => view.registerBehavior(definition),
})
const packages = new PackageLoader(packed, modules, recorder)

globals[CONTROL_GLOBAL] = createControl({
  router,
  recorder,
  requests,
  answers,
  events,
  program,
  storage,
  files,
  navigationHold,
})
attempt(() => {
  modules.load('app')
  program.start()
})

function go(kind: NavigationKind, url: string): void {
  if (kind === 'navigateBack') router.back()
  else router.navigate(kind, url)
}

function attempt(action: () => void): void {
  try {
    action()
  } catch (error) {
    recorder.error('mini-program', error)
  }
}

function canUse(schema: string): boolean {
  const [name = ''] = schema.split('.')
  const isTag = implementedTags.some((tag) => tag === name)
  return isTag || (name in wx && !unimplementedApiNames.includes(name))
}
