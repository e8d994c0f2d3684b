/** Output of the packer: a mini-program build translated for the browser. */
export interface PackedApp {
  readonly app: AppConfig
  /** JSON of every page and component, by path without its ending. */
  readonly configs: Readonly<Record<string, PageConfig>>
  readonly scripts: Readonly<Record<string, string>>
  readonly styles: Readonly<Record<string, string>>
  /** Class prefix of each component that has a style sheet of its own. */
  readonly styleScopes: Readonly<Record<string, string>>
  /** Attributes that templates set on each built-in tag, in camel case. */
  readonly builtInAttributes: Readonly<Record<string, readonly string[]>>
}

interface SubPackage {
  readonly root: string
  readonly pages: readonly string[]
}

export interface TabItem {
  readonly pagePath: string
  readonly text: string
  readonly iconPath?: string
  readonly selectedIconPath?: string
}

export interface TabBar {
  readonly color?: string
  readonly selectedColor?: string
  readonly backgroundColor?: string
  readonly borderStyle?: string
  readonly custom?: boolean
  readonly list: readonly TabItem[]
}

/** Values of `@name` in `app.json` and page configs, from the file that `themeLocation` names. */
export type Theme = Readonly<Record<'light' | 'dark', Readonly<Record<string, string>>>>

export interface WindowConfig {
  readonly navigationBarTitleText?: string
  readonly navigationBarBackgroundColor?: string
  readonly navigationBarTextStyle?: string
  readonly navigationStyle?: string
  readonly backgroundColor?: string
  readonly onReachBottomDistance?: number
}

export interface PageConfig extends WindowConfig {
  readonly component?: boolean
  readonly usingComponents?: Readonly<Record<string, string>>
}

/** `app.json`, with sub-package pages spelled out in full. */
export interface AppConfig {
  readonly mainPages: readonly string[]
  readonly subPackages: readonly SubPackage[]
  readonly entryPagePath: string
  readonly window: WindowConfig
  readonly tabBar?: TabBar
  readonly preloadRule: Readonly<Record<string, { readonly packages?: readonly string[] }>>
  readonly usingComponents?: Readonly<Record<string, string>>
  readonly lazyCodeLoading?: string
  /** Present when the program follows the phone's dark mode. */
  readonly theme?: Theme
}

export const listPages = (app: AppConfig): readonly string[] => [
  ...app.mainPages,
  ...app.subPackages.flatMap((subPackage) => subPackage.pages),
]

export const tabPaths = (app: AppConfig): readonly string[] => app.tabBar?.list.map((tab) => tab.pagePath) ?? []

/** Root of the sub-package that holds a path, or the empty string for the main package. */
export const packageRootOf = (app: AppConfig, path: string): string =>
  app.subPackages.find((subPackage) => path.startsWith(`${subPackage.root}/`))?.root ?? ''

/** Resolves a path of the package against the file that names it; a leading slash means the package's root. */
export function resolvePackagePath(from: string, target: string): string {
  const segments = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const segment of target.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}
