import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { IH5Config } from '@tarojs/taro/types/compile'
import type { Compiler, NormalModule } from 'webpack'

export type Chain = Parameters<NonNullable<IH5Config<'webpack5'>['webpackChain']>>[0]

/** Our own packages are TypeScript, and are compiled like the client itself. */
const ownPackages = ['contract', 'player', 'phone-protocol'].map((name) =>
  path.resolve(__dirname, '../../../packages', name),
)

/** Published with private fields and other syntax that older phones do not parse. */
const isModernPackage = (file: string) => /[\\/]node_modules[\\/](@tanstack|uqr|zod|zustand)[\\/]/.test(file)

/**
 * Taro transpiles only `src/` and its own packages. Development targets current browsers, where transpiling
 * dependencies would only cost time.
 */
export const compile = (isProduction: boolean) => ({
  include: isProduction ? [...ownPackages, isModernPackage] : ownPackages,
})

/** Entry of the browser's build. */
const entry = path.resolve(__dirname, '../src/app.config.ts')

/** The framework writes the list of pages into the app's entry; the cache, shared with the gallery, looks at files only. */
export class FreshEntry {
  apply({ hooks, webpack }: Compiler): void {
    hooks.compilation.tap('FreshEntry', (compilation) => {
      const { needBuild } = webpack.NormalModule.getCompilationHooks(compilation)
      needBuild.tap('FreshEntry', ({ resource }: NormalModule) => resource === entry)
    })
  }
}

export const cssModules = {
  enable: true,
  config: { namingPattern: 'module', generateScopedName: '[name]__[local]___[hash:base64:5]' },
} as const

/** Taro loads a PostCSS plugin of ours by its path. */
export const themeRules = { [path.resolve(__dirname, 'theme-rules.js')]: { enable: true, config: {} } }

const WORKER = path.resolve(__dirname, '../src/assets/web-app/service-worker.js')

/** Writes the service worker with the hash of the build in it, so that every release has another one. */
export class ServiceWorker {
  apply({ hooks, webpack }: Compiler): void {
    hooks.thisCompilation.tap('ServiceWorker', (compilation) => {
      const { PROCESS_ASSETS_STAGE_REPORT: stage } = webpack.Compilation
      compilation.hooks.processAssets.tap({ name: 'ServiceWorker', stage }, () => {
        const text = readFileSync(WORKER, 'utf8').replace('BUILD_NAME', compilation.hash ?? '')
        compilation.emitAsset('sw.js', new webpack.sources.RawSource(text))
      })
    })
  }
}

/** Leaves out of reports what nobody reads. */
class ShortReport {
  apply({ hooks }: Compiler): void {
    hooks.compilation.tap('ShortReport', (compilation) => {
      compilation.hooks.statsNormalize.tap({ name: 'ShortReport', stage: -1 }, (options) => {
        options.all = false
        options.errors ??= true
        options.warnings ??= true
      })
    })
  }
}

/**
 * Reports errors and warnings alone. The framework asks twice for a report about every module with all its reasons, a
 * tenth of the whole build, and prints a line of progress for each of them into the log.
 */
export const reportShortly = (chain: Chain): void => {
  chain.plugins.delete('webpackbar')
  chain.plugin('shortReport').use(ShortReport)
}

const PAGE_REQUEST = /^\.\/(pages\/.+)$/
/** Bundle of the home page with a login. */
const MY_DEVICES = 'my-devices'

/** Writes the files of every page beside its own script, for the server to name them in the page that it sends. */
export class PageFiles {
  apply({ hooks, webpack }: Compiler): void {
    hooks.thisCompilation.tap('PageFiles', (compilation) => {
      const { PROCESS_ASSETS_STAGE_REPORT: stage } = webpack.Compilation
      compilation.hooks.processAssets.tap({ name: 'PageFiles', stage }, () => {
        const files: Record<string, readonly string[]> = {}
        for (const group of compilation.chunkGroups) {
          if (group.name === MY_DEVICES) files[MY_DEVICES] = group.getFiles()
          for (const { request } of group.origins) {
            const page = PAGE_REQUEST.exec(request)?.[1]
            if (page) files[`/${page}`] = group.getFiles()
          }
        }
        compilation.emitAsset('page-files.json', new webpack.sources.RawSource(JSON.stringify(files)))
      })
    })
  }
}

/** Entry and home page: nearly every function in them runs at once. */
const RUNS_AT_START = /^js\/(react|taro|base|app|my-devices)\./

/**
 * Asks Chromium to compile whole scripts on another thread while they load. Function by function, as each is called for
 * the first time, it holds up the first drawing for more than twice as long. Other browsers see a comment.
 */
export class CompileHints {
  apply({ hooks, webpack: { Compilation, sources } }: Compiler): void {
    hooks.thisCompilation.tap('CompileHints', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'CompileHints', stage }, (assets) => {
        for (const name of Object.keys(assets).filter((file) => RUNS_AT_START.test(file) && file.endsWith('.js')))
          compilation.updateAsset(name, (source) => new sources.ConcatSource('//# allFunctionsCalledOnLoad\n', source))
      })
    })
  }
}
