import { createCanvas } from '@napi-rs/canvas'

/** Canvas falls back to no other family by itself, so every one that a machine may have is named. */
const FAMILIES = [
  'Noto Sans CJK SC',
  'Noto Sans SC',
  'Source Han Sans SC',
  'Source Han Sans CN',
  'PingFang SC',
  'Microsoft YaHei',
  'WenQuanYi Micro Hei',
  'WenQuanYi Zen Hei',
  'Droid Sans Fallback',
  'DejaVu Sans',
  'Liberation Sans',
]

const STACK = [...FAMILIES.map((family) => `"${family}"`), 'sans-serif'].join(', ')

export type Weight = 400 | 600

export const fontOf = (sizeDp: number, weight: Weight): string => `${weight} ${sizeDp}px ${STACK}`

let knowsChinese: boolean | undefined

/** Missing glyphs all look alike. */
export function canDrawChinese(): boolean {
  knowsChinese ??= picture('你') !== picture('好')
  return knowsChinese
}

/** English on a machine without a Chinese font. */
export const localise = (chinese: string, english: string): string => (canDrawChinese() ? chinese : english)

function picture(character: string): string {
  const canvas = createCanvas(20, 20)
  const context = canvas.getContext('2d')
  context.font = fontOf(16, 400)
  context.fillText(character, 0, 16)
  return canvas.data().toString('base64')
}
