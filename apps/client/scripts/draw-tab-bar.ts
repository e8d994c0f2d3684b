/**
 * Draws the pictures of the mini-program's native tab bar and the icons of a home screen, which take bitmaps only, from
 * the drawings of the page. Run it after a change of those: `node apps/client/scripts/draw-tab-bar.ts`.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { TAB_SELECTED_COLOR } from '../src/shared/navigation/tabs.ts'
import { barColours } from '../src/shared/theme/bar-colours.ts'
import * as icons from '../src/shared/ui/icon/icons.ts'
import { svgOf } from '../src/shared/ui/icon/svg.ts'

/** The size that the platform asks for, with the air around the icon inside it. */
const PICTURE_PX = 81
const ICON_PX = 63
/** Icons of a home screen. Where the phone rounds the corners itself, the drawing is filled up to them. */
const appIcons = [
  { name: 'touch-icon', sizePx: 180, isFilled: true, share: 1 },
  { name: 'icon-192', sizePx: 192, isFilled: false, share: 1 },
  { name: 'icon-512', sizePx: 512, isFilled: false, share: 1 },
  // Phones cut a circle or another shape out of it, and promise four fifths of its width.
  { name: 'icon-maskable', sizePx: 512, isFilled: true, share: 0.86 },
] as const

const pictures = [
  ['home-index', icons.phone, icons.phoneFilled],
  ['home-create', icons.create, icons.createFilled],
  ['home-user', icons.user, icons.userFilled],
] as const

const assets = path.join(import.meta.dirname, '../src/assets')
const folder = path.join(assets, 'tab-bar')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: PICTURE_PX, height: PICTURE_PX } })

const draw = async (name: string, drawing: icons.IconDrawing, color: string) => {
  await page.setContent(
    `<body style="margin:0;height:${PICTURE_PX}px;display:grid;place-items:center;color:${color}">` +
      `<div style="width:${ICON_PX}px;height:${ICON_PX}px">${svgOf(drawing)}</div></body>`,
  )
  await page.screenshot({ path: path.join(folder, `${name}.png`), omitBackground: true })
}

for (const [name, plain, filled] of pictures) {
  await draw(name, plain, barColours.light.tab)
  await draw(`${name}-selected`, filled, TAB_SELECTED_COLOR)
}

const logo = await readFile(path.join(assets, 'logo.svg'), 'utf8')
/** The logo on its own ground, the cloud and the phone at a share of their size. */
const drawAppIcon = (isFilled: boolean, share: number): string =>
  logo
    .replace('rx="18"', isFilled ? 'rx="0"' : 'rx="18"')
    .replace('<path', `<g transform="translate(${32 - 32 * share} ${32 - 32 * share}) scale(${share})"><path`)
    .replace('</svg>', '</g></svg>')

for (const { name, sizePx, isFilled, share } of appIcons) {
  await page.setViewportSize({ width: sizePx, height: sizePx })
  await page.setContent(`<body style="margin:0">${drawAppIcon(isFilled, share)}</body>`)
  await page.screenshot({ path: path.join(assets, `${name}.png`), omitBackground: true })
}
await browser.close()
