import path from 'node:path'
import type { IMiniAppConfig } from '@tarojs/taro/types/compile'
import { compile, cssModules, themeRules } from './compile'

/** The query library stops reads with one; the mini-program's engine has none. */
const abortController = path.resolve(__dirname, '../src/shared/platform/network/abort-controller.ts')

export const mini = (isProduction: boolean): IMiniAppConfig<'webpack5'> => ({
  compile: compile(isProduction),
  optimizeMainPackage: { enable: true },
  // Rules of one file never meet those of another: their names are their own, whatever order they come in.
  miniCssExtractPluginOption: { ignoreOrder: true },
  webpackChain(chain, webpack) {
    chain
      .plugin('abortController')
      .use(webpack.ProvidePlugin, [{ AbortController: [abortController, 'AbortController'] }])
  },
  postcss: {
    // The platform's own unit would shrink words and targets on a narrow phone: 12 px would be 10 px on one of 320.
    pxtransform: { enable: false, config: {} },
    cssModules,
    ...themeRules,
  },
})
