import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { environment } from './config.ts'
import { OTHER_NAMES } from './names.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const KNOWN = [...Object.keys(environment.shape), ...OTHER_NAMES]

/** Setting names between backticks; `WECHAT_…` stands for several. */
const NAME = /(?<=`)(?:YUNJI|ALIPAY|WECHAT|SMS|PAY|TENCENT|ALIBABA|ID|TRUSTED|PUBLIC|DATABASE)_[A-Z0-9_]+(?=[`=])/g

describe('the papers', () => {
  it('explain every setting in docs/settings.md, and each once', async () => {
    const text = await readFile(join(ROOT, 'docs', 'settings.md'), 'utf8')
    const tables = text.slice(text.indexOf('## The server'))
    const firstCells = tables
      .split('\n')
      .flatMap((line) => (line.startsWith('| `') ? [line.split(' | ')[0] ?? ''] : []))
    const explained = firstCells.flatMap((cell) => cell.match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g) ?? [])
    expect(explained.toSorted()).toEqual(KNOWN.toSorted())
  })

  it('name no setting that does not exist', async () => {
    const docs = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'))
    for (const file of ['README.md', ...docs.map((name) => join('docs', name))]) {
      const named = (await readFile(join(ROOT, file), 'utf8')).match(NAME) ?? []
      expect({ file, unknown: named.filter((name) => !KNOWN.includes(name)) }).toEqual({ file, unknown: [] })
    }
  })
})
