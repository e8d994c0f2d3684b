import {
  BROWSER_PACKAGE,
  FILES_PACKAGE,
  FILM_PACKAGE,
  GAME_PACKAGE,
  NOTES_PACKAGE,
  SETTINGS_PACKAGE,
} from '../built-in-apps.ts'
import { accentOf } from './colours.ts'
import type { IconName } from './icons.ts'
import type { Pen } from './pen.ts'

interface IconStyle {
  icon: IconName
  top: string
  bottom: string
}

const ICON_STYLES: Readonly<Record<string, IconStyle>> = {
  [SETTINGS_PACKAGE]: { icon: 'gear', top: '#8B95A9', bottom: '#5F697C' },
  [FILES_PACKAGE]: { icon: 'folder', top: '#FFB65C', bottom: '#F98F2B' },
  [BROWSER_PACKAGE]: { icon: 'globe', top: '#3FC6DA', bottom: '#1699B4' },
  [NOTES_PACKAGE]: { icon: 'note', top: '#FFD154', bottom: '#F2A81E' },
  [GAME_PACKAGE]: { icon: 'blocks', top: '#FF7D93', bottom: '#EA4C70' },
  [FILM_PACKAGE]: { icon: 'play', top: '#9379FA', bottom: '#6A49E6' },
}

const CORNER = 0.29
const GLYPH = 0.54
const LETTER = 0.46

export interface IconOf {
  packageName: string
  label: string
}

/** A built-in app has a glyph, any other the first character of its name. */
export function drawAppIcon(pen: Pen, app: IconOf, x: number, y: number, sizeDp: number): void {
  const look = ICON_STYLES[app.packageName]
  const box = { x, y, width: sizeDp, height: sizeDp }
  if (!look) {
    pen.box(box, accentOf(app.packageName), sizeDp * CORNER)
    const letter = Array.from(app.label)[0]?.toUpperCase() ?? '?'
    const style = { sizeDp: sizeDp * LETTER, colour: '#FFFFFF', weight: 600, align: 'center' } as const
    pen.text(letter, x + sizeDp / 2, y + sizeDp / 2, style)
    return
  }
  const ground = pen.gradient(
    [0, y],
    [0, y + sizeDp],
    [
      [0, look.top],
      [1, look.bottom],
    ],
  )
  pen.box(box, ground, sizeDp * CORNER)
  const margin = (sizeDp * (1 - GLYPH)) / 2
  pen.icon(look.icon, x + margin, y + margin, sizeDp * GLYPH, '#FFFFFF', look.icon === 'play')
}
