import type { IH5Config } from '@tarojs/taro/types/compile'
import { BUNDLE_LOAD_TIMEOUT_MS } from '../src/shared/navigation/timing.ts'
import { compile, cssModules } from './compile'

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
  postcss: {
    autoprefixer: { enable: true, config: {} },
    pxtransform: { enable: false, config: {} },
    cssModules,
  },
  webpackChain(chain) {
    // The budget is ours, measured on the compressed files.
    chain.performance.hints(false)
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
        vendors: { test: /[\\/]node_modules[\\/]/, minChunks: 2, priority: 10, reuseExistingChunk: true },
        common: { minChunks: 2, priority: 1, reuseExistingChunk: true },
      },
    })
  },
})
