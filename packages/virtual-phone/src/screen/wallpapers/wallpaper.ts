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

/** Lower edge of the visible part of the sheet. */
const LOWER_EDGE = 384
/** A phone on its side looks at the horizon. */
const LOWER_EDGE_WIDE = 300

/** The scene of this name; a phone without a name for one gets its own by its serial number. */
export function sceneOf(name: string, serial: string): Scene {
  const names = Object.keys(SCENES)
  return SCENES[name] ?? SCENES[names[hashOf(serial) % names.length] ?? 'dawn'] ?? dawn
}

/** Draws the scene over a screen of this size in dp. */
export function drawWallpaper(pen: Pen, scene: Scene, { width, height }: Size): void {
  const isWide = width > height
  const zoom = Math.max(width / SHEET.width, isWide ? 0 : height / SHEET.height)
  const lowerEdge = isWide ? LOWER_EDGE_WIDE : LOWER_EDGE
  const { context } = pen
  context.save()
  context.translate((width - SHEET.width * zoom) / 2, height - lowerEdge * zoom)
  context.scale(zoom, zoom)
  scene(pen)
  context.restore()
}

/** Painted once while somebody looks: behind the launcher it then costs one copy per frame. */
export function paintWallpaper(scene: Scene, size: Size, scale: number): Canvas {
  const canvas = createCanvas(Math.round(size.width * scale), Math.round(size.height * scale))
  const context = canvas.getContext('2d')
  context.scale(scale, scale)
  drawWallpaper(new Pen(context, scale), scene, size)
  return canvas
}
