import type { BrowserContext, Route } from 'playwright-core'
import { BOOT_GLOBAL, type BootOptions, LAUNCH_PARAMETER } from './control.ts'
import type { PackResult } from './pack/pack.ts'
import { phoneStyles, runtimeBundle } from './runtime-bundle.ts'

const BASE = '/__weapp__/'

export const hostUrl = (origin: string, launch?: string): string => {
  const url = new URL(BASE, origin)
  if (launch !== undefined) url.searchParams.set(LAUNCH_PARAMETER, launch)
  return url.href
}

export const packageUrl = (origin: string): string => `${origin}${BASE}package/`

const contentTypes: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

/**
 * Serves the runner from the given origin without that origin's server knowing: the page then reaches the API as its
 * own origin does, and a mini-program needs no permission to call across origins.
 */
export async function serveHostPage(
  context: BrowserContext,
  origin: string,
  packed: PackResult,
  options: BootOptions,
): Promise<void> {
  const scripts = { boot: bootScript(packed, options), runtime: await runtimeBundle() }
  await context.route(
    (url) => url.origin === origin && url.pathname.startsWith(BASE),
    (route) => answer(route, new URL(route.request().url()).pathname.slice(BASE.length), packed, scripts),
  )
}

async function answer(
  route: Route,
  path: string,
  packed: PackResult,
  scripts: { readonly boot: string; readonly runtime: string },
): Promise<void> {
  if (path === '') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: hostHtml })
  if (path === 'phone.css') return route.fulfill({ contentType: 'text/css; charset=utf-8', body: phoneStyles() })
  if (path === 'boot.js') return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: scripts.boot })
  if (path === 'runtime.js')
    return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: scripts.runtime })
  const file = decodeURIComponent(path.replace(/^package\//, ''))
  if (!path.startsWith('package/') || !packed.files.has(file)) return route.fulfill({ status: 404, body: '' })
  const contentType = contentTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return route.fulfill({ contentType, body: packed.files.bytes(file) })
}

const bootScript = (packed: PackResult, options: BootOptions): string =>
  `globalThis.${BOOT_GLOBAL} = { app: ${JSON.stringify(packed.app)}, templates: ${packed.templates}, options: ${JSON.stringify(options)} }`

const hostHtml = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="phone.css">
</head>
<body>
<script src="boot.js"></script>
<script src="runtime.js"></script>
</body>
</html>`
