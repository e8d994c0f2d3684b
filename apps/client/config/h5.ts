import type { IH5Config } from '@tarojs/taro/types/compile'
import { BUNDLE_LOAD_TIMEOUT_MS } from '@yunji/contract/pages'
import {
  CompileHints,
  compile,
  cssModules,
  FreshEntry,
  PageFiles,
  reportShortly,
  ServiceWorker,
  themeRules,
} from './compile'
import { leaveOutUnused, shapeEntry } from './h5-entry'
import { minifyWithSwc } from './minify'

/**
 * What a user's first page is made of comes in one piece: in several, each compressed by itself, it would be more. Other
 * pages have what they share with it in a piece of their own.
 */
const isNotFirstPage = ({ name }: { readonly name?: string }): boolean => name !== 'my-devices'

export const h5 = (isProduction: boolean): IH5Config<'webpack5'> => ({
  publicPath: '/',
  staticDirectory: 'static',
  router: { mode: 'browser' },
  compile: compile(isProduction),
  output: {
    filename: 'js/[name].[contenthash:8].js',
    chunkFilename: 'js/[name].[chunkhash:8].js',
    chunkLoadTimeout: BUNDLE_LOAD_TIMEOUT_MS,
  },
  miniCssExtractPluginOption: {
    ignoreOrder: true,
    filename: 'css/[name].[contenthash:8].css',
    chunkFilename: 'css/[name].[chunkhash:8].css',
  },
  devServer: {
    port: Number(process.env.YUNJI_DEV_PORT ?? 10086),
    host: '127.0.0.1',
    open: false,
    proxy: [
      {
        context: ['/vmcloud', '/open', '/covers', '/stream', '/user', '/avatars', '/goods', '/demo', '/live'],
        ws: true,
        target: process.env.YUNJI_API_BASE ?? 'http://127.0.0.1:8080',
      },
    ],
  },
  postcss: {
    autoprefixer: { enable: true, config: {} },
    pxtransform: { enable: false, config: {} },
    // Our elements are the browser's own; their rules must not be turned into the framework's.
    htmltransform: { enable: false, config: { removeCursorStyle: false } },
    cssModules,
    ...themeRules,
  },
  webpackChain(chain) {
    // The budget is ours, measured on the compressed files.
    chain.performance.hints(false)
    chain.plugin('freshEntry').use(FreshEntry)
    if (isProduction) {
      reportShortly(chain)
      minifyWithSwc(chain)
      chain.plugin('serviceWorker').use(ServiceWorker)
      chain.plugin('compileHints').use(CompileHints)
      chain.plugin('pageFiles').use(PageFiles)
    }
    shapeEntry(chain)
    leaveOutUnused(chain)
    chain.optimization.splitChunks({
      chunks: 'all',
      hidePathInfo: true,
      minSize: 10_000,
      maxInitialRequests: 8,
      cacheGroups: {
        default: false,
        defaultVendors: false,
        react: { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 200 },
        taro: {
          name: 'taro',
          test: /[\\/]node_modules[\\/]@(tarojs|stencil)[\\/](?!components)/,
          priority: 100,
          chunks: 'initial',
        },
        // Changes with our dependencies only, so a release of ours leaves it in the browser's cache.
        base: {
          name: 'base',
          test: /[\\/]node_modules[\\/](@tanstack|zod|zustand)[\\/]/,
          priority: 100,
          chunks: 'initial',
        },
        vendors: { test: /[\\/]node_modules[\\/]/, minChunks: 2, priority: 10, reuseExistingChunk: true },
        common: { minChunks: 2, priority: 1, reuseExistingChunk: true, chunks: isNotFirstPage },
      },
    })
  },
})
