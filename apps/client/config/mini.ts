import type { IMiniAppConfig } from '@tarojs/taro/types/compile'
import { compile, cssModules } from './compile'

export const mini = (isProduction: boolean): IMiniAppConfig<'webpack5'> => ({
  compile: compile(isProduction),
  optimizeMainPackage: { enable: true },
  postcss: {
    pxtransform: { enable: true, config: {} },
    cssModules,
  },
})
