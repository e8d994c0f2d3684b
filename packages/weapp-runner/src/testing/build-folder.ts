import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files of a build that has one page and nothing wrong with it. */
const sound: Readonly<Record<string, string>> = {
  'app.json': JSON.stringify({ pages: ['pages/a'] }),
  'app.js': 'App({})',
  'pages/a.js': 'Page({})',
  'pages/a.json': '{}',
  'pages/a.wxml': '<view>a</view>',
}

/** A build folder for one test: the sound one, with these files put over it; `undefined` takes a file away. */
export class BuildFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'weapp-build-'))

  constructor(files: Readonly<Record<string, string | undefined>> = {}) {
    for (const [path, text] of Object.entries({ ...sound, ...files })) {
      if (text === undefined) continue
      const target = join(this.path, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
