import { setTimeout as pause } from 'node:timers/promises'
import { sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { header } from '@yunji/contract/wire/request'
import { eventually } from '@yunji/testkit/eventually'
import { atLeast, atMost, type Figure, median, percentile } from '@yunji/testkit/figures'
import type { Page } from 'playwright-core'
import { enterButton, type HomePage, openHomePage } from './home-page.ts'
import { measureSwipes, type ProbeTimes, readProbe } from './probe.ts'

const LIMITS = {
  tapMs: 300,
  socketMs: 100,
  p50Ms: 20,
  p95Ms: 40,
  fps: 50,
  megabits: 2,
  rebootSeconds: 3,
  coverMs: 100,
  vuiMs: 5,
}
const OPENINGS = 5
const RUNS = 3
const TOUCHES = 40
/** The sharpened last frame of a touch arrives a little later. */
const QUIET_MS = 450
const DEADLINE_MS = 30_000
const STROKES = 4
/** From the centre, so that the finger stays on the picture. */
const STROKE_SHARE = 0.4
const COVERS = 40
const GOING_DOWN_MS = 500
/** An app on the launcher, as a fraction of the picture. */
const ICON = { x: 0.155, y: 0.62 }
/** Drawn by the phone itself. */
const LONG_PAGE = 'https://www.yunji.example/'
const BITS_PER_MEGABIT = 1_000_000

/** End to end: home page, ticket, socket, phone, encoder, decoder, canvas. */
export const measureInBrowser = async (): Promise<readonly Figure[]> => {
  await using home = await openHomePage()
  const { page } = home
  const openings: Awaited<ReturnType<typeof openOnce>>[] = []
  for (let round = 0; round < OPENINGS; round += 1) {
    if (round > 0) await leave(page)
    openings.push(await openOnce(page))
  }
  const runs: number[][] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await touchRun(page))
  const best = runs.toSorted((a, b) => percentile(a, 0.5) - percentile(b, 0.5))[0] ?? []
  const scroll = await scrollOnce(home)
  const coversMs = await measureCovers(home)
  const rebootSeconds = await rebootOnce(home)
  const medianOf = (key: 'tapMs' | 'socketMs') => median(openings.map((opening) => opening[key]))
  return [
    atMost('first_frame_after_tap_ms', medianOf('tapMs'), LIMITS.tapMs),
    atMost('first_frame_after_socket_ms', medianOf('socketMs'), LIMITS.socketMs),
    atMost('touch_to_drawn_p50_ms', percentile(best, 0.5), LIMITS.p50Ms),
    atMost('touch_to_drawn_p95_ms', percentile(best, 0.95), LIMITS.p95Ms),
    atLeast('scroll_fps', scroll.fps, LIMITS.fps),
    atMost('scroll_mbit_per_second', scroll.megabits, LIMITS.megabits),
    atMost('cover_p50_ms', percentile(coversMs, 0.5), LIMITS.coverMs),
    atMost('cover_p95_ms', percentile(coversMs, 0.95), LIMITS.coverMs * 2),
    atMost('reboot_to_picture_seconds', rebootSeconds, LIMITS.rebootSeconds),
  ]
}

/**
 * The same touches on a phone whose encoder omits the VUI, as real phones do. Runs of both alternate, since the machine's
 * load changes.
 */
export const measureWithoutVui = async (): Promise<readonly Figure[]> => {
  await using withVuiPage = await openHomePage()
  await using withoutVuiPage = await openHomePage({ VIRTUAL_PHONE_VUI: 'none' })
  const [withVui, withoutVui]: [number[], number[]] = [[], []]
  for (const { page } of [withVuiPage, withoutVuiPage]) await openOnce(page)
  for (let run = 0; run < RUNS; run += 1) {
    withVui.push(percentile(await touchRun(withVuiPage.page), 0.5))
    withoutVui.push(percentile(await touchRun(withoutVuiPage.page), 0.5))
  }
  const extraMs = Math.max(0, Math.min(...withoutVui) - Math.min(...withVui))
  return [atMost('touch_to_drawn_without_vui_extra_ms', extraMs, LIMITS.vuiMs)]
}

const probeUntil = (page: Page, isDone: (probed: ProbeTimes) => boolean): Promise<ProbeTimes> =>
  eventually(
    async () => {
      const probed = await readProbe(page)
      if (!isDone(probed)) throw new Error(`not yet: ${probed.draws.length} pictures`)
      return probed
    },
    { deadlineMs: DEADLINE_MS, everyMs: 20 },
  )

/** Time to the first drawn frame, from the tap and from the open socket. */
const openOnce = async (page: Page) => {
  const before = await readProbe(page)
  await enterButton(page).click()
  const after = await probeUntil(page, ({ draws }) => draws.length > before.draws.length)
  const firstDraw = after.draws[before.draws.length] ?? Number.NaN
  const tap = after.taps[before.taps.length] ?? Number.NaN
  const socket = after.sockets[before.sockets.length] ?? Number.NaN
  const opening = { tapMs: firstDraw - tap, socketMs: firstDraw - socket }
  process.stderr.write(
    `    opened: ${opening.tapMs.toFixed(0)} ms after the tap, ${opening.socketMs.toFixed(0)} after the socket\n`,
  )
  return opening
}

/** Waits until the encoder is closed, so that the next opening starts a new one. */
const leave = async (page: Page): Promise<void> => {
  await page.goBack()
  await enterButton(page).waitFor()
  await pause(6000)
}

const canvasBox = async (page: Page) => {
  const box = await page.locator('canvas').filter({ visible: true }).first().boundingBox()
  if (!box) throw new Error('no picture')
  return box
}

/** Presses an icon of an idle phone and waits for the next drawn frame; releases elsewhere, so that it does not open. */
const touchRun = async (page: Page): Promise<number[]> => {
  const box = await canvasBox(page)
  const [x, y] = [box.x + box.width * ICON.x, box.y + box.height * ICON.y]
  const latencies: number[] = []
  for (let touch = 0; touch < TOUCHES; touch += 1) {
    await pause(QUIET_MS)
    const before = await readProbe(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    const after = await probeUntil(page, ({ draws }) => draws.length > before.draws.length)
    await page.mouse.move(x, box.y + box.height * 0.2)
    await page.mouse.up()
    const [press = Number.NaN] = after.presses.slice(before.presses.length)
    latencies.push((after.draws.find((at) => at >= press) ?? Number.NaN) - press)
  }
  process.stderr.write(
    `    touched: p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p95 ${percentile(latencies, 0.95).toFixed(1)} ms\n`,
  )
  return latencies
}

const sentBytes = async ({ system }: HomePage): Promise<number> => {
  const metrics = await system.readMetrics()
  return Number(/^yunji_stream_bytes_total (\d+)/m.exec(metrics)?.[1])
}

/** Scroll gesture synthesised by the browser, without a fling. */
const scrollOnce = async (home: HomePage) => {
  const { page, context } = home
  await command(home, DeviceCommand.openUrl, { url: LONG_PAGE })
  await pause(QUIET_MS)
  const box = await canvasBox(page)
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
  const distance = Math.round(box.height * STROKE_SHARE)
  const speed = Math.round(box.height / 2)
  const devTools = await context.newCDPSession(page)
  const [before, bytesBefore] = [await readProbe(page), await sentBytes(home)]
  const startedAt = performance.now()
  for (let stroke = 0; stroke < STROKES; stroke += 1) {
    const yDistance = stroke % 2 === 0 ? -distance : distance
    const gesture = { x, y, yDistance, speed, preventFling: true, gestureSourceType: 'touch' as const }
    await devTools.send('Input.synthesizeScrollGesture', gesture)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const [{ draws, presses, moves }, bytesAfter] = [await readProbe(page), await sentBytes(home)]
  const strokes = measureSwipes({ draws, presses: presses.slice(before.presses.length), moves })
  const fps = strokes.draws / strokes.seconds
  const withRests = (draws.length - before.draws.length) / seconds
  process.stderr.write(
    `    scrolled: ${fps.toFixed(1)} pictures a second while the finger moved, ${withRests.toFixed(1)} with its rests\n`,
  )
  return { fps, megabits: ((bytesAfter - bytesBefore) * 8) / BITS_PER_MEGABIT / strokes.seconds }
}

const command = async ({ page, system }: HomePage, name: DeviceCommand, rest = {}): Promise<void> => {
  const { token, deviceId } = await page.evaluate<{ token: string; deviceId: string }>(READ_PAGE)
  const answer = await fetch(`${system.url}${sendCommand.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header.token]: token },
    body: JSON.stringify({ deviceIds: [Number(deviceId)], command: name, ...rest }),
  })
  const { code, msg } = (await answer.json()) as { code: number; msg: string }
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
}

const READ_PAGE = `({
  token: document.cookie.match(/(?:^|; )token=([^;]+)/)?.[1],
  deviceId: new URLSearchParams(location.search).get('deviceId'),
})`

const measureCovers = async (home: HomePage): Promise<number[]> => {
  const times: number[] = []
  for (let number = 0; number < COVERS; number += 1) {
    const startedAt = performance.now()
    await command(home, DeviceCommand.cover)
    times.push(performance.now() - startedAt)
  }
  // The first ones are cold.
  return times.slice(2)
}

/** From the command to the first frame after the reboot; frames of the shutdown are skipped. */
const rebootOnce = async (home: HomePage): Promise<number> => {
  const { page } = home
  const startedAt = await page.evaluate<number>('performance.now()')
  const isBack = (at: number): boolean => at - startedAt > GOING_DOWN_MS
  await command(home, DeviceCommand.reboot)
  const { draws } = await probeUntil(page, (probed) => probed.draws.some(isBack))
  return ((draws.find(isBack) ?? Number.NaN) - startedAt) / 1000
}
