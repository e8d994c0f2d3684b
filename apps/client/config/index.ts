import type { UserConfigExport } from '@tarojs/cli'
import { h5 } from './h5'
import { mini } from './mini'

/** The drawings are 390 px wide; the mini-program's own unit divides every screen into 750. */
const DESIGN_WIDTH_PX = 390

export default async (_merge: unknown, { mode }: { mode: string }): Promise<UserConfigExport<'webpack5'>> => {
  const isProduction = mode === 'production'
  return {
    projectName: 'yunji',
    date: '2026-11-15',
    designWidth: DESIGN_WIDTH_PX,
    deviceRatio: { [DESIGN_WIDTH_PX]: 750 / DESIGN_WIDTH_PX },
    sourceRoot: 'src',
    outputRoot: `dist/${process.env.TARO_ENV}${isProduction ? '' : '-dev'}`,
    plugins: ['@tarojs/plugin-framework-react', '@tarojs/plugin-platform-h5', '@tarojs/plugin-platform-weapp'],
    framework: 'react',
    compiler: { type: 'webpack5', prebundle: { enable: false } },
    cache: { enable: true },
    // Taro quotes keys by default, which turns private class fields into scripts that do not parse.
    terser: { enable: true, config: { output: { quote_keys: false } } },
    mini: mini(isProduction),
    h5: h5(isProduction),
  }
}
