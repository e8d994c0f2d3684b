import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Size } from '../draw/box.ts'
import { hashOf } from '../draw/colours.ts'
import { Pen } from '../draw/pen.ts'
import { dawn } from './dawn.ts'
import { meadow } from './meadow.ts'
import { night } from './night.ts'
import { rings } from './rings.ts'
import { type Scene, SHEET } from './scene.ts'

const SCENES: Readonly<Record<string, Scene>> = { dawn, night, meadow, rings }

/** How far up the sheet's lower edge the screen's lower edge lies. */
const LOWER_EDGE = 384
/** A phone on its side looks at the horizon. */
const LOWER_EDGE_WIDE = 300

/** The scene of this name; a phone without a name for one gets its own by its serial number. */
export function sceneOf(name: string, serial: string): Scene {
  const names = Object.keys(SCENES)
  return SCENES[name] ?? SCENES[names[hashOf(serial) % names.length] ?? 'dawn'] ?? dawn
}

/** Painted once per size: behind the launcher it costs one copy per frame. */
export function paintWallpaper(scene: Scene, size: Size): Canvas {
  const canvas = createCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  const isWide = size.width > size.height
  const scale = Math.max(size.width / SHEET.width, isWide ? 0 : size.height / SHEET.height)
  const lowerEdge = isWide ? LOWER_EDGE_WIDE : LOWER_EDGE
  context.translate((size.width - SHEET.width * scale) / 2, size.height - lowerEdge * scale)
  context.scale(scale, scale)
  scene(new Pen(context, scale))
  return canvas
}
