import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { barColours } from './shared/theme/bar-colours.ts'

const source = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8')
const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) => file.split(path.sep).join('/'))

type Tokens = Readonly<Record<string, string>>

const tokensOf = (selector: string): Tokens => {
  const rules = [...source('tokens.css').matchAll(/([^{}]+)\{([^{}]*)\}/g)]
  const bodies = rules.filter(([, selectors = '']) => selectors.split(/[,\n]/).some((name) => name.trim() === selector))
  const declarations = bodies.flatMap(([, , body = '']) => [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)])
  return Object.fromEntries(declarations.map(([, name = '', value = '']) => [name, value]))
}

const common = tokensOf('page')
const sets = {
  light: { ...common, ...tokensOf('.theme-light') },
  dark: { ...common, ...tokensOf('.theme-dark') },
} as const

/** Relative luminance (WCAG 2.2). */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[0-9a-f]{2}/gi) ?? []).map((byte) => {
    const share = Number.parseInt(byte, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const grounds = ['bg', 'surface', 'inset'] as const

/** Words on the grounds that style sheets put them on. Disabled words are exempt, `ink-4` is for glyphs only. */
const pairs: readonly (readonly [ink: string, ground: string])[] = [
  ...['ink-1', 'ink-2', 'ink-3', 'brand-ink'].flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ...['promo', 'run', 'soon', 'dead', 'back', 'off'].flatMap((state) =>
    [...grounds, `${state}-50`].map((ground) => [`${state}-ink`, ground] as const),
  ),
  ...['lv1', 'lv2', 'lv3', 'lv5'].flatMap((level) =>
    ['surface', `${level}-50`].map((ground) => [`${level}-ink`, ground] as const),
  ),
  ...['ink-1', 'ink-2', 'ink-3', 'brand-ink'].map((ink) => [ink, 'brand-50'] as const),
  ...['ink-1', 'ink-2', 'brand-ink'].map((ink) => [ink, 'brand-100'] as const),
  ...['brand-fill', 'brand-press', 'promo-fill', 'dead-fill', 'count'].map((fill) => ['on-fill', fill] as const),
  ['lv4', 'surface'],
  ['ink-2', 'off-50'],
  ['ink-2', 'disabled'],
  ['ink-1', 'raised'],
  ['on-ink', 'ink-1'],
  ['paper-ink', 'paper'],
  ...['ink-1', 'ink-2', 'brand', 'run', 'soon', 'dead'].flatMap((ink) =>
    ['live', 'live-raised'].map((ground) => [`live-${ink}`, ground] as const),
  ),
]

describe.each(['light', 'dark'] as const)('%s colours', (name) => {
  const set: Tokens = sets[name]

  test.each(pairs)('--%s can be read on --%s', (ink, ground) => {
    expect(contrastOf(set[ink] ?? '', set[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test('bars of the platform have the same colours', () => {
    const { page, bar, tab, selectedTab } = barColours[name]
    expect([page, bar, tab, selectedTab].map((colour) => colour.toLowerCase())).toEqual([
      set.bg,
      set.surface,
      set['ink-3'],
      set['brand-ink'],
    ])
    expect(JSON.parse(source('theme.json'))[name]).toMatchObject(barColours[name])
    expect(source('index.html')).toContain(`data-scheme="${name}" content="${page}"`)
  })
})

test('both sets have the same names', () => {
  expect(new Set(Object.keys(tokensOf('.theme-dark')))).toEqual(new Set(Object.keys(tokensOf('.theme-light'))))
})

const LITERAL = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(|:\s*(?:white|black)\b/gi

/** Drawings with colours of their own, the platform's bars, and samples of the gallery. */
const drawings = new Set([
  'app.config.ts',
  'features/commerce/recharge/wallet-card.tsx',
  'features/gallery/samples/sample-uploads.ts',
  'features/landing/scenes.ts',
  'shared/navigation/tabs.ts',
  'shared/platform/page/theme.weapp.ts',
  'shared/theme/bar-colours.ts',
  'shared/ui/icon/icons.ts',
  'shared/ui/picture/main-colour.ts',
  'shared/ui/progress/ring-drawing.ts',
  'shared/ui/status/illustrations.ts',
])

test('style sheets have no colours of their own', () => {
  const sheets = files('**/*.css').filter((file) => file !== 'tokens.css')
  expect(sheets.length).toBeGreaterThan(150)
  const literals = sheets.flatMap((file) => (source(file).match(LITERAL) ?? []).map((literal) => `${file}: ${literal}`))
  expect(literals).toEqual([])
})

test('components have no colours of their own', () => {
  const modules = files('**/*.{ts,tsx}').filter((file) => !file.includes('.test.') && !drawings.has(file))
  const literals = modules.flatMap((file) =>
    (source(file).match(/['"`\s(]#[0-9a-f]{3}(?:[0-9a-f]{3}(?:[0-9a-f]{2})?)?['"`;)\s]|\brgba?\(/gi) ?? []).map(
      (literal) => `${file}: ${literal}`,
    ),
  )
  expect(literals).toEqual([])
})

test('every variable that a style sheet uses is defined', () => {
  const sheets = files('**/*.css').map((file) => source(file))
  const text = sheets.join('\n')
  const set = files('**/*.{ts,tsx}').flatMap((file) => source(file).match(/'--[\w-]+'/g) ?? [])
  const defined = new Set([...(text.match(/--[\w-]+(?=:)/g) ?? []), ...set.map((name) => name.slice(1, -1))])
  const used = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name)
  expect(used.filter((name) => !defined.has(name))).toEqual([])
})
