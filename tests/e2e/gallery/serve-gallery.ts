import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const NO_DATA = JSON.stringify({ code: 200, msg: '', data: null, ts: 0 })

export interface GalleryServer extends AsyncDisposable {
  readonly url: string
}

/** Serves the gallery's build; every API call is answered with null. */
export const serveGallery = async (folder: string): Promise<GalleryServer> => {
  const entry = await readFile(path.join(folder, 'index.html'))
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/vmcloud/')) {
      response.setHeader('content-type', 'application/json').end(NO_DATA)
      return
    }
    const type = contentTypes[path.extname(pathname)]
    const content = type
      ? await readFile(path.join(folder, path.normalize(pathname))).catch(() => undefined)
      : undefined
    response.setHeader('content-type', (content && type) ?? 'text/html; charset=utf-8').end(content ?? entry)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
