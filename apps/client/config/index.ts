import type { UserConfigExport } from '@tarojs/cli'
import { DEFAULT_APP_VERSION } from '../../../packages/contract/src/wire/request'
import { h5 } from './h5'
import { mini } from './mini'

/** The drawings' width. The framework asks for it; no length of ours depends on it: a pixel is a pixel on every phone. */
const DESIGN_WIDTH_PX = 390

/** The design system on show (see src/app.config.ts), built beside the product and never in its place. */
const isGallery = process.env.YUNJI_GALLERY === '1'

const outputSuffix = (isProduction: boolean) => {
  if (isGallery) return '-gallery'
  return isProduction ? '' : '-dev'
}

/** The browser calls the origin that it was served from unless told otherwise; the mini-program has none. */
const apiBase = (isMiniProgram: boolean, isProduction: boolean): string => {
  if (isMiniProgram) return process.env.YUNJI_API_BASE ?? 'http://127.0.0.1:8080'
  // The development server hands calls on by itself.
  return isProduction ? (process.env.YUNJI_API_BASE ?? '') : ''
}

/** Files of the browser's build that keep their names. */
const webFiles = (outputRoot: string) => [
  ...['logo.svg', 'touch-icon.png', 'icon-192.png', 'icon-512.png', 'icon-maskable.png', 'start.js'].map((name) => ({
    from: `src/assets/${name}`,
    to: `${outputRoot}/static/${name}`,
  })),
  ...['offline.html', 'manifest.webmanifest'].map((name) => ({
    from: `src/assets/web-app/${name}`,
    to: `${outputRoot}/${name}`,
  })),
]

/** Taro takes no pictures along that theme.json names. */
const tabIcons = (outputRoot: string) => [{ from: 'src/assets/tab-bar', to: `${outputRoot}/assets/tab-bar` }]

export default async (_merge: unknown, { mode }: { mode: string }): Promise<UserConfigExport<'webpack5'>> => {
  const isProduction = mode === 'production'
  const isMiniProgram = process.env.TARO_ENV === 'weapp'
  const target = `${process.env.TARO_ENV}${outputSuffix(isProduction)}`
  const outputRoot = `dist/${target}`
  return {
    projectName: 'yunji',
    date: '2026-11-15',
    designWidth: DESIGN_WIDTH_PX,
    deviceRatio: { [DESIGN_WIDTH_PX]: 750 / DESIGN_WIDTH_PX },
    sourceRoot: 'src',
    outputRoot,
    plugins: ['@tarojs/plugin-framework-react', '@tarojs/plugin-platform-h5', '@tarojs/plugin-platform-weapp'],
    framework: 'react',
    defineConstants: {
      API_BASE: JSON.stringify(apiBase(isMiniProgram, isProduction)),
      APP_VERSION: JSON.stringify(process.env.YUNJI_APP_VERSION || DEFAULT_APP_VERSION),
      EXTERNAL_WEB_HOST: JSON.stringify(process.env.EXTERNAL_WEB_HOST ?? ''),
      COOKIE_DOMAIN: JSON.stringify(process.env.COOKIE_DOMAIN ?? ''),
    },
    copy: {
      patterns: isMiniProgram ? tabIcons(outputRoot) : webFiles(outputRoot),
      options: {},
    },
    compiler: { type: 'webpack5', prebundle: { enable: false } },
    // The gallery is made of the product's modules, so it begins with what the product's build has compiled. Not in the
    // mini-program: the cache keeps what sub-packages share, though the modules that it asks for have other numbers by then.
    cache: { enable: !isMiniProgram, name: `${process.env.TARO_ENV}${isProduction ? '' : '-dev'}` },
    // Taro quotes keys by default, which turns private class fields into scripts that do not parse.
    terser: { enable: true, config: { keep_fnames: false, output: { quote_keys: false } } },
    mini: mini(isProduction),
    h5: h5(isProduction),
  }
}
